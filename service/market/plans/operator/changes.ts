import { fromUnits } from '#lib/money/coins.ts'
import { fromHashrate, PLAN_UNIT } from '#lib/rules/plans.ts'
import type { PlanRow } from '#service/market/plans/reply.ts'
import type { Change, CommandContext } from '#service/platform/operator/act.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { type Phrase, phrase, term } from '#service/platform/operator/phrase.ts'
import type { PlanTable } from '../tables.ts'

export type PlanChanges = Partial<
  Pick<PlanRow, 'title' | 'title_zh' | 'farm' | 'price' | 'preparation_hours' | 'opens_at' | 'deadline'>
>

export type NewPlan = Omit<PlanTable, 'sold' | 'paused' | 'created_at' | 'hashrate'> & { hashrate: bigint }

/** The changes as a text, for the question and the audit. */
const changesText = (of: PlanChanges): string =>
  Object.entries(of)
    .map(([name, value]) => `${name} ${valueText(name, value)}`)
    .join(', ')

function valueText(name: string, value: PlanChanges[keyof PlanChanges]): string {
  if (name === 'price') return `${fromUnits(value as bigint, 'USDT')} USDT`
  if (value instanceof Date) return value.toISOString()
  return value === null ? 'none' : String(value)
}

/** The same for the operator, in whose language the price of the page is. */
const changesPhrase = (changes: PlanChanges): Phrase =>
  changes.price !== undefined && Object.keys(changes).length === 1
    ? phrase`price ${fromUnits(changes.price, 'USDT')} USDT`
    : term(changesText(changes))

export function addPlan({ now }: CommandContext, plan: NewPlan): Change {
  const { id, title, title_zh, coin, hashrate, days, price, total, farm } = plan
  const summary = phrase`${fromHashrate(hashrate)} ${PLAN_UNIT} of ${coin} for ${days} days at ${fromUnits(price, 'USDT')} USDT, ${total} units, on ${farm}`
  return {
    kind: 'change',
    question: phrase`Sell ${id} "${title}" / "${title_zh}": ${summary}?`,
    audit: `${id} added: "${title}" / "${title_zh}", ${summary}`,
    async apply(db) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('plans')
        .values({ ...plan, created_at: new Date(now()) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) throw refused(phrase`There is already a plan "${id}".`)
      return { data: { id }, text: phrase`${id} is in the market.` }
    },
  }
}

export function changePlan(row: PlanRow, changes: PlanChanges): Change {
  return {
    kind: 'change',
    question: phrase`Change ${row.id}: ${changesPhrase(changes)}? Open orders keep their terms.`,
    audit: `${row.id} changed: ${changesText(changes)}`,
    async apply(db) {
      await db.updateTable('plans').set(changes).where('id', '=', row.id).execute()
      return { data: { id: row.id }, text: phrase`${row.id}: ${changesPhrase(changes)}.` }
    },
  }
}

export function pausePlan(row: PlanRow, paused: boolean): Change {
  const text = paused
    ? phrase`${row.id} is not sold any more. Open orders continue.`
    : phrase`${row.id} is on sale. Open orders continue.`
  return {
    kind: 'change',
    question: paused ? phrase`Stop selling ${row.id}?` : phrase`Sell ${row.id} again?`,
    audit: `${row.id} ${paused ? 'paused' : 'resumed'}`,
    async apply(db) {
      await db.updateTable('plans').set({ paused }).where('id', '=', row.id).execute()
      return { data: { id: row.id, paused }, text }
    },
  }
}

/** The units in all, never fewer than those that are ordered. */
export function changeStock(row: PlanRow, total: number): Change {
  return {
    kind: 'change',
    question: phrase`Change the units of ${row.id} from ${row.total} to ${total}?`,
    audit: `${row.id} stock: ${total} units in place of ${row.total}`,
    async apply(db) {
      const { numUpdatedRows } = await db
        .updateTable('plans')
        .set({ total })
        .where('id', '=', row.id)
        .where('sold', '<=', total)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw refused(phrase`More than ${total} units of ${row.id} are ordered already.`)
      return { data: { id: row.id, total }, text: phrase`${row.id} has ${total} units in all.` }
    },
  }
}
