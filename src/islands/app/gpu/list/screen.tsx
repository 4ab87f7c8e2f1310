import { useStore } from '@nanostores/react'
import { Empty } from '#ui/empty.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Parts } from '../../core/calls/part.tsx'
import { PagedRows } from '../../core/lists/paged-rows.tsx'
import { $filter, $offers, LIST, MACHINES, payloadOf, SIZE, setFilter } from '../store.ts'
import { GpuTabs } from '../tabs.tsx'
import { m } from '../texts.ts'
import { Filters } from './filters.tsx'
import { OfferCard } from './offer-card.tsx'

/** The machines that can be rented. */
export function GpuListScreen() {
  const filter = useStore($filter)
  const { page, ...filterPayload } = payloadOf(filter)
  const { size, sort, ...narrowed } = filterPayload
  const isNarrowed = Object.keys(narrowed).length > 0
  return (
    <Parts>
      <GpuTabs />
      <p className="text-sm text-muted max-w-[40em]">{m('list.intro')}</p>
      <Filters />
      <PagedRows
        store={$offers}
        of={JSON.stringify(filterPayload)}
        page={page}
        size={SIZE}
        totalOf={({ total }) => total}
        onPage={(next) => setFilter({ page: String(next) })}
        skeleton={<RowsSkeleton rows={4} height="h-40" />}
      >
        {({ records }) =>
          records.length === 0 ? (
            <section className="panel">
              {isNarrowed ? (
                <Empty
                  title={m('list.none')}
                  text={m('list.noneText')}
                  action={
                    <a className="btn btn-line" href={LIST}>
                      {m('filter.clear')}
                    </a>
                  }
                />
              ) : (
                <Empty
                  title={m('list.empty')}
                  text={m('list.emptyText')}
                  action={
                    <a className="btn btn-line" href={MACHINES}>
                      {m('machines.offer')}
                    </a>
                  }
                />
              )}
            </section>
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)] md:grid-cols-2 xl:grid-cols-3 gap-4">
              {records.map((offer) => (
                <OfferCard key={offer.id} offer={offer} />
              ))}
            </ul>
          )
        }
      </PagedRows>
    </Parts>
  )
}
