import { fromUnits } from '#lib/money/coins.ts'
import { networkName } from '#lib/rules/payments.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { notify, type UserNotification } from '#service/messaging/notify/notify.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Row } from './evaluate.ts'
import type { Address } from './sums.ts'

interface ReceiptNews {
  rows: readonly Row[]
  now: number
}

/** Notifies a user of USDT on another network than the chosen one, which became balance; once for each receipt. */
export async function notifyOtherNetwork(db: Database, address: Address, { rows, now }: ReceiptNews): Promise<void> {
  for (const row of rows) await notify(db, newsOf(address, row, { kind: 'depositElsewhere', now }))
}

/** Notifies a user of a token other than USDT, which was not credited and goes to an operator. */
export async function notifyOtherTokens(db: Database, address: Address, { rows, now }: ReceiptNews): Promise<void> {
  for (const row of rows) await notify(db, newsOf(address, row, { kind: 'depositOtherToken', now }))
}

type DepositNews = UserNotification<'depositElsewhere' | 'depositOtherToken'>

function newsOf(address: Address, row: Row, { kind, now }: Pick<DepositNews, 'kind'> & { now: number }): DepositNews {
  return {
    userId: address.user_id,
    source: `deposit/${row.network}/${row.transaction_id}/${row.log_index}`,
    kind,
    values: {
      amount: fromUnits(row.amount, 'USDT'),
      network: networkName(row.network),
      chosen: networkName(address.network),
      token: groupOfFour(row.token),
      address: groupOfFour(address.address),
      transaction: row.transaction_id,
    },
    at: now,
  }
}
