import { fromUnits } from '#lib/money/coins.ts'
import { fromHashrate, PLAN_UNIT, type PlanType, planState, planType } from '#lib/rules/plans.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { type PlanRow, saleOf } from '#service/market/plans/reply.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { nameOf } from '#service/platform/enum-codec.ts'
import {
  already,
  type Change,
  type Command,
  type CommandContext,
  defineAct,
  type View,
} from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { type Field, parsed, required, withDefault } from '#service/platform/operator/fields.ts'
import { phrase } from '#service/platform/operator/phrase.ts'
import { addPlan, changePlan, changeStock, type PlanChanges, pausePlan } from './changes.ts'
import { newPlanId, planId, planKind, planTerms, units } from './plan-fields.ts'

export const listPlans = defineAct({ name: 'plans', fields: {}, run: list })

export const addNew = defineAct({
  name: 'plans add',
  needsProof: true,
  button: 'Add a plan',
  fields: {
    plan: newPlanId,
    type: required(planKind.type),
    title: required(planTerms.title),
    titleZh: required(planTerms.titleZh),
    coin: required(planKind.coin),
    farm: required(planTerms.farm),
    hashrate: required(planKind.hashrate),
    days: required(planKind.days),
    price: required(planTerms.price),
    units: required(units),
    preparation: withDefault(planTerms.preparation, 24),
    opens: planTerms.opens,
    ends: planTerms.ends,
  },
  async run(context, { plan: id, type, titleZh, hashrate, units: total, preparation, opens, ends, ...plan }) {
    await assertFarm(context, plan.farm)
    return addPlan(context, {
      ...plan,
      id,
      type: nameOf(planType, type as PlanType),
      title_zh: titleZh,
      hashrate,
      total,
      preparation_hours: preparation,
      opens_at: opens ?? null,
      deadline: ends ?? null,
    })
  },
})

/** Another hash rate, coin or term is another plan: open orders keep what their users were shown. */
const fixedField = (field: Field, instead: string) =>
  parsed(
    field,
    () => undefined,
    ({ option }) => phrase`${option} of a plan stays as it is: ${instead}.`,
  )
const another = 'add another plan'

export const changeTerms = defineAct({
  name: 'plans change',
  needsProof: true,
  button: 'Change the terms',
  fields: {
    plan: planId,
    ...planTerms,
    type: fixedField(planKind.type, another),
    coin: fixedField(planKind.coin, another),
    hashrate: fixedField(planKind.hashrate, another),
    days: fixedField(planKind.days, another),
    units: fixedField(units, 'see plans stock'),
  },
  async run(context, { plan: id, title, titleZh, farm, price, preparation, opens, ends }) {
    const row = await findPlan(context, id)
    if (farm !== undefined) await assertFarm(context, farm)
    const changes: PlanChanges = {
      ...(title !== undefined && { title }),
      ...(titleZh !== undefined && { title_zh: titleZh }),
      ...(farm !== undefined && { farm }),
      ...(price !== undefined && { price }),
      ...(preparation !== undefined && { preparation_hours: preparation }),
      ...(opens !== undefined && { opens_at: opens }),
      ...(ends !== undefined && { deadline: ends }),
    }
    if (Object.keys(changes).length === 0) throw wrongUsage('Nothing would change. For example --price 188.')
    return changePlan(row, changes)
  },
})

export const stopSale = defineAct({
  name: 'plans pause',
  button: 'Stop selling it',
  fields: { plan: planId },
  run: async (context, { plan: id }) => switchSale(await findPlan(context, id), true),
})

export const resumeSale = defineAct({
  name: 'plans resume',
  button: 'Sell it again',
  fields: { plan: planId },
  run: async (context, { plan: id }) => switchSale(await findPlan(context, id), false),
})

export const setStock = defineAct({
  name: 'plans stock',
  needsProof: true,
  button: 'Set the stock',
  fields: { plan: planId, units: required(units, 'How many units are there in all? Give --units N.') },
  run: async (context, { plan: id, units: total }) => changeStock(await findPlan(context, id), total),
})

export const plans: Command = {
  name: 'plans',
  summary: 'List plans, or add, change, pause, resume one or its stock',
  acts: [listPlans, addNew, changeTerms, stopSale, resumeSale, setStock],
}

function switchSale(row: PlanRow, paused: boolean): View | Change {
  if (row.paused !== paused) return pausePlan(row, paused)
  return already(paused ? phrase`${row.id} is already paused.` : phrase`${row.id} is already on sale.`)
}

async function findPlan({ db }: CommandContext, id: string): Promise<PlanRow> {
  const row = await db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refused(phrase`There is no plan "${id}". See \`plans\`.`)
  return row
}

async function assertFarm({ db }: CommandContext, farm: string): Promise<void> {
  const known = await db.selectFrom('farms').select('farm').orderBy('farm').execute()
  if (!known.some((one) => one.farm === farm))
    throw refused(phrase`There is no farm "${farm}". Farms: ${known.map((one) => one.farm).join(', ')}.`)
}

async function list({ db, now }: CommandContext): Promise<View> {
  const rows = await db.selectFrom('plans').selectAll().orderBy('type').orderBy('id').execute()
  const time = (at: Date | null) => (at ? utcDateTime(unixSeconds(at)) : '-')
  const state = (row: PlanRow) => (row.paused ? 'paused' : planState(saleOf(row), now()))
  const shown = rows.map((row) => ({
    ...row,
    type: planType[row.type],
    hashrate: fromHashrate(BigInt(row.hashrate)),
    price: fromUnits(row.price, 'USDT'),
  }))
  const titles = [
    'Plan',
    'Type',
    'Name',
    'Coin',
    'Farm',
    PLAN_UNIT,
    'Days',
    'USDT',
    'Sold',
    'In all',
    'Opens',
    'Ends',
    'State',
  ]
  return {
    kind: 'view',
    data: shown.map((row, index) => ({ ...row, state: state(rows[index] as PlanRow) })),
    table: {
      columns: titles.map((title, index) => ({ title, right: index >= 5 && index <= 9 })),
      rows: rows.map((row, index) => [
        row.id,
        row.type === 'cloud-mining' ? 'cloud' : 'hosted',
        `${row.title} / ${row.title_zh}`,
        row.coin,
        row.farm,
        shown[index]?.hashrate ?? '',
        String(row.days),
        shown[index]?.price ?? '',
        String(row.sold),
        String(row.total),
        time(row.opens_at),
        time(row.deadline),
        state(row),
      ]),
      empty: 'There is no plan: nothing is sold.',
    },
  }
}
