import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

export const ordersOwnData: OwnData = {
  parts: {
    orders: (id) => sql`
      select id, title, coin as mines, quantity, amount, 'USDT' as coin, network, status, ordered_at, paid_at, runs_from,
        ends_at, cancelled_at from orders where user_id = ${id} order by ordered_at desc`,
  },
  blockers: {
    orders: (userId, now) => sql`
      select from orders where user_id = ${userId}
        and (status in ('pending', 'paying') or (status = 'success' and coalesce(ends_at > ${new Date(now)}, true)))`,
  },
}
