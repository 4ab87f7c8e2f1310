import { useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Loaded, useHasLoaded } from '../../core/calls/load-state.tsx'
import { Parts } from '../../core/calls/part.tsx'
import { useT } from '../../core/texts/i18n.ts'
import { GpuTabs } from '../tabs.tsx'
import { m } from '../texts.ts'
import { Hosting } from './hosting.tsx'
import { OfferForm } from './offer-form.tsx'
import { OwnMachineRow } from './own-machine.tsx'
import { $machines } from './store.ts'

/** The user's offered machines, from the request to their earnings. */
export function MyMachinesScreen() {
  const t = useT()
  const [isOffering, setOffering] = useState(false)
  const hasLoaded = useHasLoaded($machines)
  const begin = (
    <button type="button" className="btn btn-primary" onClick={() => setOffering(true)}>
      <Icon path={icons.plus} className="size-4" />
      {m('machines.offer')}
    </button>
  )
  return (
    <Parts>
      <GpuTabs />
      <Loaded store={$machines} skeleton={<RowsSkeleton rows={3} height="h-24" />}>
        {({ list }) =>
          list.length === 0 ? (
            <section className="panel">
              <Empty title={m('machines.none')} text={m('machines.noneText')} action={begin} />
            </section>
          ) : (
            <section className="panel overflow-hidden" aria-labelledby="machines">
              <div className="p-5 lg:p-6 flex flex-wrap items-start justify-between gap-4">
                <div className="min-w-0 basis-80 grow">
                  <h2 id="machines" className="title text-lg">
                    {m('machines.title')}
                  </h2>
                  <p className="text-sm text-muted mt-1 max-w-[40em]">{m('machines.text')}</p>
                </div>
                {begin}
              </div>
              <ul className="rule border-t border-line">
                {list.map((machine) => (
                  <OwnMachineRow key={machine.id} machine={machine} />
                ))}
              </ul>
            </section>
          )
        }
      </Loaded>
      {hasLoaded && <Hosting />}
      <Dialog open={isOffering} onClose={() => setOffering(false)} title={m('machines.offer')} closeLabel={t('close')}>
        <OfferForm onDone={() => setOffering(false)} />
      </Dialog>
    </Parts>
  )
}
