import { sql } from 'kysely'
import type { Plan } from '#lib/contract/market.ts'
import { fromUnits } from '#lib/money/coins.ts'
import type { PlanTypeName } from '#lib/rules/plans.ts'
import { dayAt } from '#lib/time/days.ts'
import type { Database } from '#service/platform/db/open.ts'
import { rateOf, ratesOn } from './rates.ts'
import { type PlanRow, toPlan } from './reply.ts'

/** Plans are hidden this long after the end of their sale. */
const SHOWN_AFTER_MS = 30 * 86_400_000

/** The plans of one or both lines, sorted by price per unit of hash rate and day. */
export async function plansOf(db: Database, now: number, type?: PlanTypeName): Promise<Plan[]> {
  const rows = await db
    .selectFrom('plans')
    .selectAll()
    .$if(type !== undefined, (query) => query.where('type', '=', type as PlanTypeName))
    .where(({ eb, or }) => or([eb('deadline', 'is', null), eb('deadline', '>', new Date(now - SHOWN_AFTER_MS))]))
    .orderBy('type')
    .orderBy(sql`price / (hashrate * days)`)
    .orderBy('id')
    .execute()
  const rates = await ratesOn(db, dayAt(now))
  return rows.map((row) => toPlan(row, rateOf(rates, row.coin), now))
}

export const planRow = (db: Database, id: string): Promise<PlanRow | undefined> =>
  db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst()

/** One plan, at the rate of the day. */
export async function onePlan(db: Database, id: string, now: number): Promise<Plan | undefined> {
  const row = await planRow(db, id)
  return row && toPlan(row, rateOf(await ratesOn(db, dayAt(now)), row.coin), now)
}

/** Output per unit of the finished orders of a plan, and its percentage of their estimates; null when none has finished. */
export async function finishedOf(db: Database, id: string, settledBefore: number) {
  const { rows } = await sql<{
    coin: Plan['currencyCode']
    orders: string
    units: bigint
    amount: bigint
    estimate: bigint
  }>`
    select coin, count(*) as orders, sum(quantity::numeric) as units, sum(amount) as amount, sum(estimate) as estimate
    from (
      select orders.id, orders.coin, quantity,
        div(hashrate::numeric * quantity * rate * days, 1000000000) as estimate,
        coalesce((select sum(amount) from earnings where source_id = orders.id and earnings.type = 'cloud'), 0) as amount
      from orders where plan_id = ${id} and status = 'success' and ends_at <= ${new Date(settledBefore)}
    ) as finished
    group by coin`.execute(db)
  const [found] = rows
  if (!found) return null
  const { coin, orders, units, amount, estimate } = found
  const percent = estimate === 0n ? 0 : Number((amount * 1000n) / estimate) / 10
  return { orders: Number(orders), perUnit: fromUnits(amount / units, coin), percent }
}
