import { sql } from 'kysely'
import { earningType } from '#lib/contract/earnings.ts'
import { numberOf } from '#service/platform/enum-codec.ts'
import type { OwnData } from '#service/platform/own-data.ts'

export const earningsOwnData: OwnData = {
  parts: {
    earnings: (id) => sql`
      select day, coin, ${numberOf('type', earningType)} as type, amount from earnings
      where user_id = ${id} order by day desc`,
  },
}
