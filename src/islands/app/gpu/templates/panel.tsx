import { useState } from 'react'
import type { Template } from '#lib/contract/gpu-templates.ts'
import * as icons from '#lib/illustration/icons.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { LinesSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../../core/calls/load-state.tsx'
import { ConfirmDialog } from '../../core/forms/confirm-dialog.tsx'
import { useT } from '../../core/texts/i18n.ts'
import { m } from '../texts.ts'
import { TemplateForm } from './form.tsx'
import { $templates, remove } from './store.ts'

/** A template in the form: a new one, maybe from one of ours, or an own one. */
type Edited = Template | 'new'

/** The user's own templates. */
export function TemplatesPanel() {
  const t = useT()
  const [edited, edit] = useState<Edited>()
  const [removed, ask] = useState<Template>()
  const close = () => edit(undefined)
  return (
    <section className="panel p-5 lg:p-6 grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="templates">
      <div>
        <h2 id="templates" className="title text-lg">
          {m('templates.title')}
        </h2>
        <p className="text-sm text-muted mt-1">{m('templates.text')}</p>
      </div>
      <Loaded store={$templates} skeleton={<LinesSkeleton lines={2} />} flush>
        {({ own, ours, most }) => (
          <>
            {own.length === 0 && <p className="text-sm text-muted">{m('templates.none')}</p>}
            <ul className="rule empty:hidden">
              {own.map((one) => (
                <li key={one.id} className="py-3 first:pt-0 flex flex-wrap items-center justify-between gap-3">
                  <span className="min-w-0 text-sm">
                    <bdi className="block font-medium break-words">{one.name}</bdi>
                    <span className="block text-xs text-muted code break-all">{one.image}</span>
                  </span>
                  <span className="flex shrink-0 gap-1">
                    <button
                      type="button"
                      className="btn btn-ghost btn-sm"
                      aria-label={m('templates.editOf', { name: one.name })}
                      onClick={() => edit(one)}
                    >
                      {m('templates.edit')}
                    </button>
                    <button
                      type="button"
                      className="btn btn-ghost btn-sm text-error"
                      aria-label={m('templates.removeOf', { name: one.name })}
                      onClick={() => ask(one)}
                    >
                      {m('templates.remove')}
                    </button>
                  </span>
                </li>
              ))}
            </ul>
            {own.length < most && (
              <button type="button" className="btn btn-line btn-sm justify-self-start" onClick={() => edit('new')}>
                <Icon path={icons.plus} className="size-4" />
                {m('templates.add')}
              </button>
            )}
            <Dialog
              open={edited !== undefined}
              onClose={close}
              title={m(edited === 'new' ? 'templates.add' : 'templates.edit')}
              closeLabel={t('close')}
              placement="wide"
            >
              {edited && <TemplateForm template={edited === 'new' ? undefined : edited} ours={ours} onDone={close} />}
            </Dialog>
          </>
        )}
      </Loaded>
      <ConfirmDialog
        open={removed !== undefined}
        onClose={() => ask(undefined)}
        title={m('templates.removeTitle', { name: removed?.name ?? '' })}
        text={m('templates.removeText')}
        cancel={m('keep')}
        confirm={m('templates.remove')}
        act={async () => removed && remove(removed)}
        done={m('templates.removed')}
      />
    </section>
  )
}
