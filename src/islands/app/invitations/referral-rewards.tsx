import { useStore } from '@nanostores/react'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { inviteOrderList } from '#lib/contract/invitations.ts'
import { INVITATION_SHARE_PERCENT } from '#lib/rules/points.ts'
import { formatCount } from '#lib/text/decimal.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { type Column, DataList } from '../core/lists/data-list.tsx'
import { PagedRows } from '../core/lists/paged-rows.tsx'
import { $invitations, $openInvitation, $referralRewards, SIZE } from './store.ts'
import { m } from './texts.ts'

type Row = ReplyOf<typeof inviteOrderList>['records'][number]

const looks = {
  paid: ['success', 'on'],
  review: ['warning', 'half'],
  refused: ['muted', 'off'],
  reversed: ['error', 'off'],
} as const

const columns: Column<Row>[] = [
  {
    key: 'day',
    header: 'brought.day',
    role: 'title',
    sort: ({ day }) => day,
    cell: ({ day }) => (
      <span className="num" translate="no">
        {day}
      </span>
    ),
  },
  {
    key: 'source',
    header: 'brought.source',
    role: 'plain',
    sort: ({ source }) => source,
    cell: ({ source, base }) =>
      source === 'referral'
        ? m('brought.referral')
        : m('brought.share', { percent: `${INVITATION_SHARE_PERCENT}%`, base: formatCount(base ?? 0) }),
  },
  {
    key: 'points',
    header: 'brought.points',
    align: 'end',
    role: 'value',
    sort: ({ points }) => points,
    cell: ({ points }) => formatCount(points),
  },
  {
    key: 'state',
    header: 'brought.state',
    role: 'status',
    sort: ({ state }) => state,
    cell: RewardStatus,
  },
]

/** State of a reward, here and in the list of invitations. */
export function RewardStatus({ state }: Pick<Row, 'state'>) {
  return (
    <Status tone={looks[state][0]} mark={looks[state][1]}>
      {m(`brought.states.${state}`)}
    </Status>
  )
}

/** Rewards from one invitee by day. */
export function ReferralRewardsDialog() {
  const invitation = useStore($openInvitation)
  const records = useStore($invitations).data?.records
  const account = records?.find(({ id }) => id === invitation?.id)?.account ?? ''
  return (
    <Dialog
      open={invitation !== undefined}
      onClose={() => $openInvitation.set(undefined)}
      title={m('brought.title', { account })}
      closeLabel={m('close')}
    >
      {invitation && (
        <PagedRows
          store={$referralRewards}
          of={invitation.id}
          page={invitation.page}
          size={SIZE}
          totalOf={({ total }) => total}
          onPage={(page) => $openInvitation.set({ ...invitation, page })}
          skeleton={<RowsSkeleton rows={SIZE} />}
        >
          {({ records, total }) =>
            total === 0 ? (
              <Empty title={m('brought.empty')} text={m('brought.emptyText')} />
            ) : (
              <DataList
                name="rewards"
                caption={m('brought.title', { account })}
                columns={columns.map((column) => ({ ...column, header: m(column.header as 'brought.day') }))}
                rows={records}
                rowKey={({ day, source }) => `${day}/${source}`}
                listTotal={total}
              />
            )
          }
        </PagedRows>
      )}
    </Dialog>
  )
}
