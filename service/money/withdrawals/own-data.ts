import { sql } from 'kysely'
import { withdrawalStatus } from '#lib/contract/withdrawals.ts'
import { numberOf } from '#service/platform/enum-codec.ts'
import type { OwnData } from '#service/platform/own-data.ts'

export const withdrawalsOwnData: OwnData = {
  parts: {
    withdrawals: (id) => sql`
      select id, coin, chain, address, amount, fee, receive, ${numberOf('status', withdrawalStatus)} as status,
        requested_at, closed_at, reason, reason_zh,
        (select transaction_id from payouts where withdrawal_id = withdrawals.id) as transaction_id
      from withdrawals where user_id = ${id} order by requested_at desc`,
    withdrawal_steps: (id) => sql`
      select withdrawal_id, ${numberOf('withdrawal_steps.status', withdrawalStatus)} as status, at from withdrawal_steps
      join withdrawals on withdrawals.id = withdrawal_id where user_id = ${id} order by at desc`,
  },
  blockers: {
    withdrawals: (userId) => sql`
      select from withdrawals where user_id = ${userId} and status in ('pending', 'approved')`,
  },
}
