import { fromUnits } from '#lib/money/coins.ts'
import { chains } from '#lib/rules/networks.ts'
import { utcDateTime, utcMinuteFrom } from '#lib/time/format.ts'
import { accountOf } from '#service/identity/users/operator-accounts.ts'
import { rowHold } from '#service/money/withdrawals/reply.ts'
import { openStatuses, type Status, statuses } from '#service/money/withdrawals/rules.ts'
import type { Row } from '#service/money/withdrawals/steps.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Asked, Command } from '#service/platform/operator/act.ts'
import { wrongUsage } from '#service/platform/operator/errors.ts'
import { amountText } from './texts.ts'

/** The statuses that `--status` names; those that wait for an operator unless told, and all where one is named. */
function statusesAsked(asked: Asked): readonly Status[] {
  const name = asked.text('status') ?? (asked.word === undefined ? 'open' : 'all')
  if (name === 'open') return openStatuses
  if (name === 'all') return statuses
  const found = statuses.find((status) => status === name)
  if (found === undefined) throw wrongUsage(`--status is open, all, ${statuses.join(', ')}.`)
  return [found]
}

async function userIdAsked(db: Database, asked: Asked): Promise<string | undefined> {
  const email = asked.text('user')
  return email === undefined ? undefined : (await accountOf(db, email)).id
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

export const withdrawals: Command = {
  name: 'withdrawals',
  summary: 'Withdrawals, those that wait longest first, or one',
  word: '[ID]',
  options: {
    status: {
      type: 'string',
      value: 'STATUS',
      hint: 'open (default), all, pending, approved, refused, credited, cancelled',
    },
    user: { type: 'string', value: 'EMAIL', hint: 'only those of this account' },
    limit: { type: 'string', value: 'N', hint: 'rows to show, 1 to 1000 (default 50)' },
  },
  async run({ db, now }, asked) {
    const userId = await userIdAsked(db, asked)
    const rows = await db
      .selectFrom('withdrawals')
      .innerJoin('users', 'users.id', 'withdrawals.user_id')
      .leftJoin('payouts', 'payouts.withdrawal_id', 'withdrawals.id')
      .selectAll('withdrawals')
      .select(['users.username', 'payouts.begun_by', 'payouts.transaction_id'])
      .where('withdrawals.status', 'in', statusesAsked(asked))
      .$if(asked.word !== undefined, (some) => some.where('withdrawals.id', '=', asked.word ?? ''))
      .$if(userId !== undefined, (some) => some.where('withdrawals.user_id', '=', userId ?? ''))
      .orderBy('requested_at')
      .orderBy('withdrawals.id')
      .limit(asked.number('limit', { least: 1, most: 1000, usual: 50 }))
      .execute()
    const heldText = (row: Row) => {
      const hold = rowHold(row, now())
      return hold ? utcMinuteFrom(hold.until) : ''
    }
    return {
      kind: 'view',
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
          asked.text('status') === undefined
            ? 'No withdrawal is open. Those that have ended: --status all.'
            : 'There is no such withdrawal.',
      },
    }
  },
}
