import { sql } from 'kysely'
import { warnedAt } from '#lib/rules/gpu.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import { ledgerBalances } from '#service/money/ledger/balances.ts'
import type { Context } from '#service/platform/context.ts'
import { notifyRenter } from './notifications.ts'

interface Renter {
  user_id: string
  lang: 'en' | 'zh'
  balance: bigint
  prices: string[]
  lefts: number[]
  warned: number | null
}

/** Users with running rentals, with the price and the remaining hours of each rental, and the last warning. */
const renters = sql<Renter>`
  select r.user_id, max(r.lang) as lang, coalesce(max(a.balance), 0) as balance,
    array_agg(r.price::text order by r.id) as prices,
    array_agg(coalesce(r.hours, r.longest_hours) - r.hours_charged order by r.id) as lefts,
    max(w.hours) as warned
  from gpu_rentals r
  left join ${ledgerBalances} as a on a.owner = r.user_id and a.coin = 'USDT' and a.kind = 'balance'
  left join gpu_warnings w on w.user_id = r.user_id
  where r.state = 'running'
  group by r.user_id order by r.user_id`

/** Warns users whose balance lasts for less than 24, 6 and 1 hours, once each until it has been above that again. */
export async function warnLow(ctx: Context): Promise<void> {
  const { rows } = await renters.execute(ctx.db)
  for (const row of rows) {
    const rentals = row.prices.map((price, index) => ({ price: BigInt(price), left: row.lefts[index] ?? 0 }))
    const hours = warnedAt(row.balance, rentals)
    if (hours !== (row.warned ?? undefined)) await warn(ctx, row, hours)
  }
}

const warn = (ctx: Context, row: Renter, hours: number | undefined): Promise<void> =>
  ctx.db.transaction().execute(async (db) => {
    const { user_id: userId, lang } = row
    await lockUser(db, userId)
    const previous = await db
      .selectFrom('gpu_warnings')
      .select('hours')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    await db.deleteFrom('gpu_warnings').where('user_id', '=', userId).execute()
    if (hours === undefined) return
    await db.insertInto('gpu_warnings').values({ user_id: userId, hours }).execute()
    // A balance that has grown again needs no warning.
    if (previous && previous.hours <= hours) return
    const source = `rental-low/${hours}/${ctx.clock.now()}`
    await notifyRenter(ctx, db, { userId, lang, kind: 'rentalLow', source, values: { hours: String(hours) } })
  })
