import type { Withdrawal } from '#lib/contract/withdrawals.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { allDays } from '../core/lists/days.ts'
import { list } from './store.ts'

export interface ListWords {
  head: readonly string[]
  status: (status: Withdrawal['status']) => string
}

/** The whole filtered list as a file, times in UTC, amounts and addresses in full. */
export function saveList({ head, status }: ListWords): Promise<void> {
  const { from, to } = list.$filter.get() ?? allDays
  const row = (one: Withdrawal) => [
    utcDateTime(one.time),
    one.currencyCode,
    { number: one.amount },
    { number: one.networkFee },
    { number: one.receiveAmount },
    one.chainName,
    one.addressName,
    one.pickupAddress,
    status(one.status),
    one.status === 3 ? one.transactionId : '',
  ]
  return list.saveAll({ name: ['idleforge-withdrawals', from, to].filter(Boolean).join('-'), head, row })
}
