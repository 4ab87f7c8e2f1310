import { type Withdrawal, withdrawalStatus } from '#lib/contract/withdrawals.ts'
import { fromUnits } from '#lib/money/coins.ts'
import { chains } from '#lib/rules/networks.ts'
import { minuteFrom, unixSeconds } from '#service/platform/clock.ts'
import { dueAt, type Hold, pendingHold } from './rules.ts'
import type { Row } from './steps.ts'

export type ShownRow = Row & { transaction_id: string | null }

/** The hold of a withdrawal; only pending ones are held. */
export function rowHold(row: Row, now: number): Hold | null {
  if (row.status !== 'pending') return null
  const times = {
    address: row.address_held_until.getTime(),
    credentials: row.credentials_held_until?.getTime() ?? null,
  }
  return pendingHold(times, now)
}

export function toWithdrawal(row: ShownRow, now: number): Withdrawal {
  const { coin } = row
  const hold = rowHold(row, now)
  const common = {
    _id: row.id,
    time: unixSeconds(row.requested_at),
    dueAt: minuteFrom(dueAt(row.requested_at.getTime(), hold)),
    currencyCode: coin,
    chainCode: row.chain,
    chainName: chains[row.chain].name,
    amount: fromUnits(row.amount, coin),
    networkFee: fromUnits(row.fee, coin),
    receiveAmount: fromUnits(row.receive, coin),
    addressName: row.address_name,
    pickupAddress: row.address,
  }
  const closedAt = unixSeconds(row.closed_at ?? 0)
  switch (row.status) {
    case 'pending':
      return {
        ...common,
        status: withdrawalStatus.pending,
        hold: hold && { until: minuteFrom(hold.until), reasons: hold.reasons },
      }
    case 'approved':
      return { ...common, status: withdrawalStatus.approved }
    case 'refused':
      return {
        ...common,
        status: withdrawalStatus.refused,
        closedAt,
        reason: row.reason ?? '',
        reasonZh: row.reason_zh,
      }
    case 'credited':
      return { ...common, status: withdrawalStatus.credited, closedAt, transactionId: row.transaction_id ?? '' }
    case 'cancelled':
      return { ...common, status: withdrawalStatus.cancelled, closedAt }
  }
}
