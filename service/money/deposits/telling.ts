import { fromUnits } from '#lib/money/coins.ts'
import { networkName } from '#lib/rules/payments.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { notify, type UserNotification } from '#service/messaging/notify/notify.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Row } from './evaluate.ts'
import type { Address } from './sums.ts'

interface Told {
  rows: readonly Row[]
  now: number
}

/** Tells of the right token on another network than the chosen one: it has become balance. Each receipt is told once. */
export async function tellElsewhere(db: Database, address: Address, { rows, now }: Told): Promise<void> {
  for (const row of rows) await notify(db, newsOf(address, row, { kind: 'depositElsewhere', now }))
}

/** Tells of another token than USDT: it was not credited, and a person looks at it. */
export async function tellOthers(db: Database, address: Address, { rows, now }: Told): Promise<void> {
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
