import { useStore } from '@nanostores/react'
import { Empty } from '#ui/empty.tsx'
import { Segments } from '#ui/segments.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { PagedRows } from '../core/lists/paged-rows.tsx'
import { ReferralRewardsDialog } from './referral-rewards.tsx'
import { InvitationRow } from './row.tsx'
import { $filter, $invitations, SIZE } from './store.ts'
import { m } from './texts.ts'

/** Everyone who registered with the code, with the missing conditions of each. */
export function Invitations() {
  const filter = useStore($filter)
  return (
    <section className="panel xl:col-span-12 overflow-hidden" aria-labelledby="invitations">
      <div className="px-5 lg:px-6 pt-5 pb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="invitations" className="title text-lg">
          {m('list.title')}
        </h2>
        <Segments
          label={m('list.filter')}
          value={filter.status}
          onChange={(status) => $filter.set({ status, page: 1 })}
          segments={(['all', 'pending', 'success'] as const).map((value) => ({ value, label: m(`list.${value}`) }))}
        />
      </div>
      <div className="border-t border-line">
        <PagedRows
          store={$invitations}
          of={filter.status}
          page={filter.page}
          size={SIZE}
          totalOf={({ total }) => total}
          onPage={(page) => $filter.set({ ...filter, page })}
          className="border-t border-line px-5 lg:px-6 py-3"
          skeleton={<RowsSkeleton rows={SIZE} height="h-28" />}
        >
          {({ records, total }) =>
            total > 0 ? (
              <ul className="rule">
                {records.map((one) => (
                  <InvitationRow key={one.id} invitation={one} />
                ))}
              </ul>
            ) : filter.status === 'all' ? (
              <Empty title={m('list.empty')} text={m('list.emptyText')} />
            ) : (
              <Empty title={m('list.emptyFilter')} />
            )
          }
        </PagedRows>
      </div>
      <ReferralRewardsDialog />
    </section>
  )
}
