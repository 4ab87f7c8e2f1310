import { type RawBuilder, sql } from 'kysely'
import type { DeviceSort } from '#lib/contract/device-list.ts'
import { type Coin, decimalsOf, withdrawableCoins } from '#lib/money/coins.ts'
import { worthOf, worthText } from '#lib/money/worth.ts'
import { RATE_WINDOW_MS } from '#lib/rules/devices.ts'
import { MIN_WINDOW_MS } from './rules.ts'

/** Column expression: earnings of a device on a day by coin, as JSON with smallest units as text. */
export const earnedOn = (day: string): RawBuilder<{ coin: Coin; amount: string }[]> => sql`
  (select coalesce(json_agg(json_build_object('coin', coin, 'amount', amount::text) order by coin), '[]')
    from earnings where source_id = devices.id and type = 'pc' and day = ${day})`

/** Column expression: worth of a device's earnings on a day in USDT, at the dated prices. */
const worthOn = (day: string): RawBuilder<string> => sql`
  (select coalesce(sum(amount * price), 0) from earnings
    join (values ${sql.join(
      withdrawableCoins.map(
        (coin) =>
          sql`(${coin}, ${worthText(worthOf('1', coin))}::numeric / power(10::numeric, ${decimalsOf[coin]}::int))`,
      ),
    )}) as priced (priced_coin, price) on priced_coin = coin
    where source_id = devices.id and type = 'pc' and day = ${day})`

interface SortColumns {
  online: RawBuilder<unknown>
  recentWork: RawBuilder<string>
  yesterday: string
}

/** SQL order of a list of devices, largest first, then newest first. Rates as `hashRate` in rules.ts computes them. */
export function sortOrder(sort: DeviceSort, { online, recentWork, yesterday }: SortColumns): RawBuilder<unknown> {
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
