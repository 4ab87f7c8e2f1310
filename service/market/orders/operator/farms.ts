import { dayAt } from '#lib/time/days.ts'
import { setDowntime } from '#service/market/orders/downtime.ts'
import { type Change, type Command, type CommandContext, defineAct, type View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { day, decimal, required, whole, withDefault, word } from '#service/platform/operator/fields.ts'
import { phrase } from '#service/platform/operator/phrase.ts'

const DAY_SECONDS = 86_400

export const listFarms = defineAct({
  name: 'farms',
  fields: {
    days: withDefault(
      whole({ min: 1, max: 366, label: 'Days', hint: 'list: how many days back, 1 to 366 (default 14)' }),
      14,
    ),
  },
  run: (context, { days }) => list(context, days),
})

/** The downtime of a farm is added to every order that ran there. */
export const setUptime = defineAct({
  name: 'farms FARM',
  needsProof: true,
  button: 'Set the uptime',
  fields: {
    word: required(word('Farm'), 'Which farm? For example: farms north --day 2026-11-20 --uptime 75'),
    day: day({ label: 'Day', hint: 'a UTC day that is not settled yet; default today' }, '2026-11-20'),
    uptime: required(
      decimal({
        value: 'PERCENT',
        label: 'Uptime in percent',
        hint: 'of that day, from 0 to 100 with at most 2 decimals',
      }),
      'Give its uptime: --uptime PERCENT.',
    ),
  },
  run: (context, { word: farm, day: date, uptime }) =>
    change(context, { farm, day: date ?? dayAt(context.now()), uptime }),
})

export const farms: Command = {
  name: 'farms',
  summary: 'List farms with their last days, or set the uptime of a day',
  acts: [listFarms, setUptime],
}

interface FarmDay {
  farm: string
  day: string
  uptime: string
}

async function change(context: CommandContext, { farm, day, uptime }: FarmDay): Promise<Change> {
  const known = await context.db.selectFrom('farms').select('farm').orderBy('farm').execute()
  if (!known.some((row) => row.farm === farm))
    throw refused(phrase`There is no farm "${farm}". Farms: ${known.map((row) => row.farm).join(', ')}.`)
  const downSeconds = downOf(uptime)
  const summary = phrase`${farm} on ${day}: up ${uptime} %, down for ${downSeconds} s`
  return {
    kind: 'change',
    question: phrase`Set ${summary}? Every order that runs there on that day is extended by what it missed.`,
    audit: String(summary),
    async apply(db) {
      const extended = await setDowntime(db, { farm, day, downSeconds, now: context.now() })
      if (extended === undefined)
        throw refused(phrase`The settlement of ${day} has begun or is done: what was credited by its uptime stays.`)
      return { data: { farm, day, downSeconds, orders: extended }, text: phrase`${summary}. Orders: ${extended}.` }
    },
  }
}

/** Seconds of downtime; a hundredth of a percent is 8.64 s, so it is cut to whole ones. */
function downOf(uptime: string): number {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(uptime) ?? []
  const hundredths = Number(`${whole ?? 'x'}${fraction.padEnd(2, '0')}`)
  if (!Number.isInteger(hundredths) || hundredths > 10_000)
    throw wrongUsage('--uptime is a number from 0 to 100 with at most 2 decimals.')
  return Math.floor(((10_000 - hundredths) * DAY_SECONDS) / 10_000)
}

async function list({ db, now }: CommandContext, days: number): Promise<View> {
  const from = dayAt(now() - days * DAY_SECONDS * 1000)
  const rows = await db
    .selectFrom('farms')
    .leftJoin('farm_days', (join) => join.onRef('farm_days.farm', '=', 'farms.farm').on('day', '>=', from))
    .select(['farms.farm', 'title', 'day', 'down_seconds'])
    .orderBy('farms.farm')
    .orderBy('day', 'desc')
    .execute()
  const percent = (down: number | null) => `${((1 - (down ?? 0) / DAY_SECONDS) * 100).toFixed(2)} %`
  return {
    kind: 'view',
    data: rows,
    table: {
      columns: [
        { title: 'Farm' },
        { title: 'Name' },
        { title: 'Day' },
        { title: 'Uptime', right: true },
        { title: 'Down', right: true },
      ],
      rows: rows.map((row) => [
        row.farm,
        row.title,
        row.day ?? `since ${from}`,
        percent(row.down_seconds),
        `${row.down_seconds ?? 0} s`,
      ]),
      empty: 'No farms.',
      foot: 'A day that is not listed had no downtime.',
    },
  }
}
