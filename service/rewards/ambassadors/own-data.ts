import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

export const ambassadorsOwnData: OwnData = {
  parts: {
    ambassador: (id) => sql`select level, since, level_since from ambassadors where user_id = ${id}`,
    ambassador_applications: (id) => sql`
      select contact, friends, asked_at, state, decided_at, reason, reason_zh
      from ambassador_applications where user_id = ${id} order by asked_at desc`,
    ambassador_levels: (id) => sql`
      select day, level_before, level_after, cause, reason, reason_zh from ambassador_history
      where user_id = ${id} order by id desc`,
    ambassador_days: (id) =>
      sql`select day, level, direct, both_tiers, fresh from ambassador_days where user_id = ${id} order by day desc`,
    ambassador_earnings: (id) =>
      sql`select day, coin, tier, level, amount from ambassador_profits where user_id = ${id} order by day desc`,
  },
}
