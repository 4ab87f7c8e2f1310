import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

export const depositsOwnData: OwnData = {
  parts: {
    payments: (id) => sql`
      select purpose, subject_id as paid_for, chain_receipts.network, address, transaction_id, sender,
        chain_receipts.amount, 'USDT' as coin, state, seen_at
      from chain_receipts join deposit_addresses on number = deposit where user_id = ${id} order by seen_at desc`,
    payments_named: (id) => sql`
      select purpose, subject_id as paid_for, named_transactions.network, transaction_id, named_at, outcome
      from named_transactions join deposit_addresses on number = deposit
      where user_id = ${id} and named_by = 'payer' order by named_at desc`,
    refunds: (id) => sql`
      select id, network, address, amount, 'USDT' as coin, reason, reason_zh, begun_at, outcome, ended_at
      from refunds where user_id = ${id} order by begun_at desc`,
  },
  blockers: {
    deposits: (userId) => sql`
      select from chain_receipts join deposit_addresses on number = deposit where user_id = ${userId} and state = 'seen'
      union all select from refunds where user_id = ${userId} and outcome is null`,
  },
}
