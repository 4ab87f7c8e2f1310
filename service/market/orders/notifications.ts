import { fromUnits } from '#lib/money/coins.ts'
import { fromHashrate, PLAN_UNIT } from '#lib/rules/plans.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { usernameOf } from '#service/identity/users/queries.ts'
import { notify, notifyByMail } from '#service/messaging/notify/notify.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { hashrateOf, type Row } from './row.ts'

export type OrderNews = 'orderPaid' | 'orderPaidByBalance' | 'orderExpired' | 'orderCredited'

/** Notifications of payments are sent by mail as well. */
const mailedKinds: readonly OrderNews[] = ['orderPaid', 'orderPaidByBalance', 'orderCredited']

/** Notifies the user of a change of an order, once for each kind and amount, in the transaction of the change. */
export async function notifyOrder(ctx: Context, db: Database, row: Row, kind: OrderNews): Promise<void> {
  const values = valuesOf(row)
  const source = `order/${row.id}/${kind}${kind === 'orderCredited' ? `/${row.credited}` : ''}`
  // The other kinds are mailed by `notify` to users who have chosen alerts of orders by mail.
  const news = { userId: row.user_id, source, kind, values, at: ctx.clock.now() }
  if (!mailedKinds.includes(kind)) return notify(db, news)
  await notifyByMail(ctx, db, { ...news, to: await usernameOf(db, row.user_id), lang: row.lang })
}

const valuesOf = (row: Row) => ({
  order: row.id,
  title: row.title,
  titleZh: row.title_zh,
  hashrate: `${fromHashrate(hashrateOf(row))} ${PLAN_UNIT}`,
  coin: row.coin,
  days: String(row.days),
  amount: fromUnits(row.amount, 'USDT'),
  credited: fromUnits(row.credited, 'USDT'),
  starts: row.runs_from ? utcDateTime(unixSeconds(row.runs_from)) : '',
})
