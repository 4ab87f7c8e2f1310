import { fromUnits } from '#lib/money/coins.ts'
import { chains } from '#lib/rules/networks.ts'
import { utcDateTime, utcMinuteFrom } from '#lib/time/format.ts'
import { accountOf } from '#service/identity/users/operator-accounts.ts'
import { rowHold } from '#service/money/withdrawals/reply.ts'
import { openStatuses, type Status, statuses } from '#service/money/withdrawals/rules.ts'
import type { Row } from '#service/money/withdrawals/steps.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { byTimeAndId, sliceOf } from '#service/platform/db/pagination.ts'
import { defineCommand } from '#service/platform/operator/act.ts'
import { choice, sliceFields, text, word } from '#service/platform/operator/fields.ts'
import { amountText } from './texts.ts'

const listable = ['open', 'all', ...statuses] as const

/** Those that wait for an operator by default; every status where a single withdrawal is named. */
function statusesFor(status: (typeof listable)[number]): readonly Status[] {
  if (status === 'open') return openStatuses
  return status === 'all' ? statuses : [status]
}

interface Paid {
  status: Status
  begun_by: string | null
  transaction_id: string | null
}

function payoutText({ status, begun_by, transaction_id }: Paid): string {
  if (transaction_id === null) return begun_by === null ? '' : `begun by ${begun_by}`
  return status === 'credited' ? transaction_id : `under way: ${transaction_id}`
}

type Shown = Row & Paid & { username: string }
const longestFirst = byTimeAndId(
  { time: 'requested_at', id: 'withdrawals.id', direction: 'asc' },
  (row: Shown) => row.requested_at,
)

function listed(row: Shown, now: number) {
  const hold = rowHold(row, now)
  return {
    id: row.id,
    user: row.username,
    status: row.status,
    coin: row.coin,
    amount: fromUnits(row.amount, row.coin),
    fee: fromUnits(row.fee, row.coin),
    receive: fromUnits(row.receive, row.coin),
    network: chains[row.chain].name,
    address: row.address,
    requestedAt: row.requested_at.toISOString(),
    heldUntil: hold && new Date(hold.until).toISOString(),
    payoutBegunBy: row.begun_by,
    transactionId: row.transaction_id,
    reason: row.reason,
  }
}

export type ListedWithdrawal = ReturnType<typeof listed>

export const withdrawals = defineCommand({
  name: 'withdrawals [ID]',
  summary: 'Withdrawals, those that wait longest first, or one',
  fields: {
    word: word('Withdrawal'),
    status: choice(
      listable,
      {
        value: 'STATUS',
        label: 'Status',
        hint: 'open (default), all, pending, approved, refused, credited, cancelled',
      },
      'is',
    ),
    user: text({ value: 'EMAIL', label: 'Account', hint: 'only those of this account' }),
    ...sliceFields(),
  },
  async run({ db, now }, { word: id, status, user, ...slice }) {
    const userId = user === undefined ? undefined : (await accountOf(db, user)).id
    const query = db
      .selectFrom('withdrawals')
      .innerJoin('users', 'users.id', 'withdrawals.user_id')
      .leftJoin('payouts', 'payouts.withdrawal_id', 'withdrawals.id')
      .selectAll('withdrawals')
      .select(['users.username', 'payouts.begun_by', 'payouts.transaction_id'])
      .where('withdrawals.status', 'in', statusesFor(status ?? (id === undefined ? 'open' : 'all')))
      .$if(id !== undefined, (some) => some.where('withdrawals.id', '=', id ?? ''))
      .$if(userId !== undefined, (some) => some.where('withdrawals.user_id', '=', userId ?? ''))
    const { rows, keys } = await sliceOf(query, longestFirst, slice)
    const heldText = (row: Row) => {
      const hold = rowHold(row, now())
      return hold ? utcMinuteFrom(hold.until) : ''
    }
    return {
      kind: 'view',
      keys,
      audit: `${rows.length} withdrawals`,
      data: rows.map((row) => listed(row, now())),
      table: {
        columns: [
          { title: 'Id' },
          { title: 'Status' },
          { title: 'E-mail' },
          { title: 'Amount', right: true },
          { title: 'To pay', right: true },
          { title: 'Network' },
          { title: 'Requested' },
          { title: 'Held until' },
          { title: 'Payout' },
        ],
        rows: rows.map((row) => [
          row.id,
          row.status,
          row.username,
          amountText(row.amount, row),
          amountText(row.receive, row),
          chains[row.chain].name,
          utcDateTime(unixSeconds(row.requested_at)),
          heldText(row),
          payoutText(row),
        ]),
        empty:
          status === undefined
            ? 'No withdrawal is open. Those that have ended: --status all.'
            : 'There is no such withdrawal.',
      },
    }
  },
})
