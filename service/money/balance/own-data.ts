import { sql } from 'kysely'
import { RECHARGE_IDLE_MS } from '#lib/rules/payments.ts'
import type { OwnData } from '#service/platform/own-data.ts'
import { ledgerParts } from '../ledger/own-data.ts'

export const balanceOwnData: OwnData = {
  parts: {
    ...ledgerParts,
    recharges: (id) => sql`
      select id, network, address, amount, 'USDT' as coin, asked_at from recharges
      where user_id = ${id} order by asked_at desc`,
    alert_balance: (id) =>
      sql`select threshold as amount, 'USDT' as coin, told from balance_alerts where user_id = ${id}`,
  },
  personal: ['balance_alerts'],
  blockers: {
    deposits: (userId, now) => sql`
      select from recharges join deposit_addresses on purpose = 'recharge' and subject_id = recharges.id
      where recharges.user_id = ${userId} and credited = 0 and asked_at > ${new Date(now - RECHARGE_IDLE_MS)}`,
  },
}
