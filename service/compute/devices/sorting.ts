import { type RawBuilder, sql } from 'kysely'
import type { DeviceSort } from '#lib/contract/device-list.ts'
import { type Coin, decimalsOf, withdrawableCoins } from '#lib/money/coins.ts'
import { worthOf, worthText } from '#lib/money/worth.ts'
import { RATE_WINDOW_MS } from '#lib/rules/devices.ts'
import { MIN_WINDOW_MS } from './rules.ts'

/** What a device earned on a day, by coin, as JSON: smallest units as text. */
export const earnedOn = (day: string): RawBuilder<{ coin: Coin; amount: string }[]> => sql`
  (select coalesce(json_agg(json_build_object('coin', coin, 'amount', amount::text) order by coin), '[]')
    from earnings where source_id = devices.id and type = 'pc' and day = ${day})`

/** The same as one figure: its worth at the dated prices. */
const worthOn = (day: string): RawBuilder<string> => sql`
  (select coalesce(sum(amount * price), 0) from earnings
    join (values ${sql.join(
      withdrawableCoins.map(
        (coin) =>
          sql`(${coin}, ${worthText(worthOf('1', coin))}::numeric / power(10::numeric, ${decimalsOf[coin]}::int))`,
      ),
    )}) as priced (priced_coin, price) on priced_coin = coin
    where source_id = devices.id and type = 'pc' and day = ${day})`

interface Orders {
  online: RawBuilder<unknown>
  recentWork: RawBuilder<string>
  yesterday: string
}

/** The order of a list of devices, the most first; the newest first where they are equal. As `rules.ts` reckons them. */
export function orderOf(sort: DeviceSort, { online, recentWork, yesterday }: Orders): RawBuilder<unknown> {
  const window = sql`least(${RATE_WINDOW_MS / 1000}::numeric, greatest(${MIN_WINDOW_MS / 1000}::numeric,
    extract(epoch from last_seen_at - online_since)))`
  const orders: Record<DeviceSort, RawBuilder<unknown>> = {
    newest: sql`bound_at desc`,
    name: sql`lower(name)`,
    hashrate: sql`case when ${online} then ${recentWork} / ${window} else 0 end desc`,
    uptime: sql`case when ${online} then online_since end asc nulls last`,
    earnings: sql`${worthOn(yesterday)} desc`,
  }
  return sql`${orders[sort]}, bound_at desc, id`
}
