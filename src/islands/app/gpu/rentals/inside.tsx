import { lazy, Suspense, useState } from 'react'
import type { Rental } from '#lib/contract/gpu.ts'
import * as icons from '#lib/illustration/icons.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { LinesSkeleton } from '#ui/skeleton.tsx'
import { useT } from '../../core/texts/i18n.ts'
import { m } from '../texts.ts'

const TerminalView = lazy(() => import('./terminal-view.tsx').then((file) => ({ default: file.TerminalView })))

/** A terminal of a running rental, and the log of its start script. */
export function Inside({ rental: { id, template } }: { rental: Rental }) {
  const t = useT()
  const [opened, open] = useState<'shell' | 'log'>()
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3 content-start" aria-label={m('inside.title')}>
      <h3 className="title text-sm">{m('inside.title')}</h3>
      <p className="text-sm text-muted">{m('inside.text')}</p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-line btn-sm" onClick={() => open('shell')}>
          <Icon path={icons.terminal} className="size-4" />
          {m('inside.open.shell')}
        </button>
        {template && (
          <button type="button" className="btn btn-line btn-sm" onClick={() => open('log')}>
            <Icon path={icons.list} className="size-4" />
            {m('inside.open.log')}
          </button>
        )}
      </div>
      <Dialog
        open={opened !== undefined}
        onClose={() => open(undefined)}
        title={m(`inside.${opened ?? 'shell'}`)}
        closeLabel={t('close')}
        placement="wide"
      >
        <Suspense fallback={<LinesSkeleton lines={8} />}>
          {opened && <TerminalView rentalId={id} kind={opened} />}
        </Suspense>
      </Dialog>
    </section>
  )
}
