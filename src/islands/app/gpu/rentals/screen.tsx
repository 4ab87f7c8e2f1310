import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import { formatCount, formatMoney } from '#lib/text/decimal.ts'
import { Empty } from '#ui/empty.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { useHasLoaded } from '../../core/calls/load-state.tsx'
import { Parts } from '../../core/calls/part.tsx'
import { PagedRows } from '../../core/lists/paged-rows.tsx'
import { KeysPanel } from '../keys.tsx'
import { $keys, LIST } from '../store.ts'
import { GpuTabs } from '../tabs.tsx'
import { m } from '../texts.ts'
import { RentalCard } from './rental-card.tsx'
import { $page, $rentals, SIZE } from './store.ts'

const TemplatesPanel = lazy(() => import('../templates/panel.tsx').then((file) => ({ default: file.TemplatesPanel })))

/** Current and past rentals of the user, and the SSH keys. */
export function MyGpusScreen() {
  const page = useStore($page)
  const hasList = useHasLoaded($rentals)
  const hasKeys = useHasLoaded($keys)
  return (
    <Parts>
      <GpuTabs />
      <PagedRows
        store={$rentals}
        of="mine"
        page={page}
        size={SIZE}
        totalOf={({ total }) => total}
        onPage={(next) => $page.set(next)}
        skeleton={<RowsSkeleton rows={3} height="h-40" />}
      >
        {({ records, balance, hoursLeft }) => (
          <>
            {hoursLeft !== null && (
              <p className="text-sm text-muted mb-4">
                {m('mine.lasts', { balance: formatMoney(balance), hours: formatCount(hoursLeft) })}{' '}
                <a className="link" href="/user/balance/recharge">
                  {m('rent.recharge')}
                </a>
              </p>
            )}
            {records.length === 0 ? (
              <section className="panel">
                <Empty
                  title={m('mine.none')}
                  text={m('mine.noneText')}
                  action={
                    <a className="btn btn-primary" href={LIST}>
                      {m('mine.toList')}
                    </a>
                  }
                />
              </section>
            ) : (
              <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
                {records.map((rental) => (
                  <RentalCard key={rental.id} rental={rental} />
                ))}
              </ul>
            )}
          </>
        )}
      </PagedRows>
      {hasList && <KeysPanel />}
      {hasList && hasKeys && (
        <Suspense>
          <TemplatesPanel />
        </Suspense>
      )}
    </Parts>
  )
}
