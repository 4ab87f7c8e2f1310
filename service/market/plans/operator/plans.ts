import { fromUnits, isCoin, minedCoins, toUnits } from '#lib/money/coins.ts'
import { fromHashrate, PLAN_UNIT, type PlanType, planState, planType, toHashrate } from '#lib/rules/plans.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { type PlanRow, saleOf } from '#service/market/plans/reply.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { nameOf } from '#service/platform/enum-codec.ts'
import type { Asked, Command, CommandContext, View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { addPlan, changePlan, type NewPlan, type PlanChanges, pausePlan, stockOf } from './changes.ts'

const acts = ['add', 'change', 'pause', 'resume', 'stock'] as const

/** What a plan is sold for holds for orders from now on: one that stands keeps what its user was shown. */
export const plans: Command = {
  name: 'plans',
  summary: 'List plans, or add, change, pause, resume one or its stock',
  word: `[${acts.join('|')}]`,
  options: {
    plan: { type: 'string', value: 'ID', hint: 'which one, for example aleo-50-90' },
    type: { type: 'string', value: '1|2', hint: '1 cloud hash rate, 2 hosted machines' },
    title: { type: 'string', value: 'TEXT', hint: 'its name in English' },
    'title-zh': { type: 'string', value: 'TEXT', hint: 'its name in Chinese' },
    coin: { type: 'string', value: 'COIN', hint: `what it mines: ${minedCoins.join(', ')}` },
    farm: { type: 'string', value: 'FARM', hint: 'where it runs, see farms' },
    hashrate: { type: 'string', value: 'N', hint: `${PLAN_UNIT} of one unit, at most 3 decimals` },
    days: { type: 'string', value: 'N', hint: 'how long it runs, 1 to 1095' },
    price: { type: 'string', value: 'USDT', hint: 'of one unit' },
    units: { type: 'string', value: 'N', hint: 'add: units for sale; stock: how many there are in all' },
    preparation: { type: 'string', value: 'HOURS', hint: 'from payment to the first hour, 0 to 720 (default 24)' },
    opens: { type: 'string', value: 'TIME', hint: 'when its sale begins, as 2026-12-01T08:00Z, or now' },
    ends: { type: 'string', value: 'TIME', hint: 'when its sale ends, or never' },
  },
  async run(context, asked) {
    const act = acts.find((one) => one === asked.word)
    if (asked.word !== undefined && act === undefined)
      throw wrongUsage(`plans ${asked.word} has no meaning: ${acts.join(', ')}, or nothing for the list.`)
    if (act === undefined) return list(context)
    if (act === 'add') return addPlan(context, { id: idIn(asked), ...(await wholePlan(context, asked)) })
    const row = await planIn(context, asked)
    if (act === 'pause' || act === 'resume') return pausePlan(row, act === 'pause')
    if (act === 'stock') return stockOf(row, unitsIn(asked))
    const changes = await changesIn(context, asked)
    if (Object.keys(changes).length === 0) throw wrongUsage('What shall change? For example --price 188.')
    return changePlan(row, changes)
  },
}

function idIn(asked: Asked): string {
  const id = asked.text('plan') ?? ''
  if (/^[a-z0-9][a-z0-9-]{1,39}$/.test(id)) return id
  throw wrongUsage('--plan is a short name in small letters, digits and hyphens, for example aleo-50-90.')
}

async function planIn({ db }: CommandContext, asked: Asked): Promise<PlanRow> {
  const id = asked.text('plan')
  if (id === undefined) throw wrongUsage('Which plan? Give --plan ID.')
  const row = await db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refused(`There is no plan "${id}". See \`plans\`.`)
  return row
}

const unitsIn = (asked: Asked): number => {
  if (asked.text('units') === undefined) throw wrongUsage('How many units are there in all? Give --units N.')
  return asked.number('units', { least: 0, most: 1_000_000, usual: 0 })
}

/** What of a plan may change later. What it is stays: another hash rate, coin or term is another plan. */
async function changesIn(context: CommandContext, asked: Asked): Promise<PlanChanges> {
  for (const fixed of ['type', 'coin', 'hashrate', 'days', 'units'])
    if (asked.text(fixed) !== undefined)
      throw wrongUsage(
        `--${fixed} of a plan stays as it is${fixed === 'units' ? ': see plans stock' : ': add another plan'}.`,
      )
  const [title, titleZh, farm, price] = [
    textIn(asked, 'title'),
    textIn(asked, 'title-zh'),
    asked.text('farm'),
    asked.decimal('price'),
  ]
  if (farm !== undefined) await mustBeFarm(context, farm)
  return {
    ...(title !== undefined && { title }),
    ...(titleZh !== undefined && { title_zh: titleZh }),
    ...(farm !== undefined && { farm }),
    ...(price !== undefined && { price: priceOf(price) }),
    ...(asked.text('preparation') !== undefined && { preparation_hours: hoursIn(asked) }),
    ...(asked.text('opens') !== undefined && { opens_at: timeIn(asked, 'opens', 'now') }),
    ...(asked.text('ends') !== undefined && { deadline: timeIn(asked, 'ends', 'never') }),
  }
}

async function wholePlan(context: CommandContext, asked: Asked) {
  for (const needed of ['type', 'title', 'title-zh', 'coin', 'farm', 'hashrate', 'days', 'price', 'units'])
    if (!asked.text(needed)?.trim()) throw wrongUsage(`plans add needs --${needed}.`)
  const coin = asked.must('coin').toUpperCase()
  if (!isCoin(coin) || coin === 'USDT') throw wrongUsage(`--coin is one of ${minedCoins.join(', ')}.`)
  const type = nameOf(planType, asked.number('type', { least: 1, most: 2, usual: 1 }) as PlanType)
  await mustBeFarm(context, asked.must('farm'))
  return {
    type,
    title: textIn(asked, 'title') ?? '',
    title_zh: textIn(asked, 'title-zh') ?? '',
    coin,
    farm: asked.must('farm'),
    hashrate: rateIn(asked),
    days: asked.number('days', { least: 1, most: 1095, usual: 1 }),
    price: priceOf(asked.decimal('price') ?? ''),
    total: unitsIn(asked),
    preparation_hours: hoursIn(asked),
    opens_at: asked.text('opens') === undefined ? null : timeIn(asked, 'opens', 'now'),
    deadline: asked.text('ends') === undefined ? null : timeIn(asked, 'ends', 'never'),
  } satisfies Omit<NewPlan, 'id'>
}

function textIn(asked: Asked, name: string): string | undefined {
  const text = asked.text(name)?.trim()
  if (text === undefined || (text.length > 0 && text.length <= 60 && !/\p{Cc}/u.test(text))) return text
  throw wrongUsage(`--${name} is a name of 1 to 60 characters.`)
}

async function mustBeFarm({ db }: CommandContext, farm: string): Promise<void> {
  const known = await db.selectFrom('farms').select('farm').orderBy('farm').execute()
  if (!known.some((one) => one.farm === farm))
    throw refused(`There is no farm "${farm}". Farms: ${known.map((one) => one.farm).join(', ')}.`)
}

function rateIn(asked: Asked): bigint {
  try {
    const rate = toHashrate(asked.decimal('hashrate') ?? '')
    if (rate > 0n) return rate
  } catch {
    // Said below, as for a hash rate of nothing.
  }
  throw wrongUsage(`--hashrate is a number of ${PLAN_UNIT} above 0, for example 50 or 0.5.`)
}

function priceOf(text: string): bigint {
  try {
    const price = toUnits(text, 'USDT')
    if (price > 0n) return price
  } catch {
    // Said below.
  }
  throw wrongUsage('--price is a number of USDT above 0, for example 188.')
}

const hoursIn = (asked: Asked): number => asked.number('preparation', { least: 0, most: 720, usual: 24 })

/** A time in UTC, or null for the word that stands for none. */
function timeIn(asked: Asked, name: string, none: string): Date | null {
  const text = asked.must(name)
  if (text === none) return null
  const time = Date.parse(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?Z$/.test(text) ? text : 'x')
  if (Number.isNaN(time)) throw wrongUsage(`--${name} is a time in UTC such as 2026-12-01T08:00Z, or ${none}.`)
  return new Date(time)
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
    'Of',
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
