import { dayAt } from '#lib/time/days.ts'
import { utcDayStart } from '#lib/time/format.ts'
import type { Command, CommandContext, View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'

const MAX_POINTS = 1_000_000_000

/** What verified work brings of points; what is given for invitations is a rule, and each task says its own. */
export const points: Command = {
  name: 'points',
  summary: 'List the points that mining brings, or set them',
  options: {
    amount: {
      type: 'string',
      value: 'POINTS',
      hint: 'whole points for 10^12 hashes of verified work, for example 100',
    },
    from: { type: 'string', value: 'DAY', hint: 'first UTC day that it holds for; today unless told' },
  },
  async run(context, asked) {
    if (asked.text('amount') === undefined) {
      if (asked.text('from') !== undefined) throw wrongUsage('How many? For example: points --amount 100')
      return listRates(context)
    }
    const { now } = context
    const amount = asked.number('amount', { least: 0, most: MAX_POINTS, usual: 0 })
    const from = asked.text('from') ?? dayAt(now())
    if (utcDayStart(from) === undefined) throw wrongUsage('--from is a UTC day, for example 2026-12-01.')
    mustNotBeOver(from, now())
    return {
      kind: 'change',
      question: `Give ${amount} points for 10^12 hashes of verified work from ${from} on?`,
      audit: `${amount} points from ${from}`,
      async apply(db) {
        mustNotBeOver(from, now())
        const rate = { per_tera: BigInt(amount), set_at: new Date(now()) }
        await db
          .insertInto('point_rates')
          .values({ from_day: from, ...rate })
          .onConflict((conflict) => conflict.column('from_day').doUpdateSet(rate))
          .execute()
        return { data: { from, points: amount }, text: `10^12 hashes bring ${amount} points from ${from} on.` }
      },
    }
  },
}

async function listRates({ db }: CommandContext): Promise<View> {
  const rows = await db.selectFrom('point_rates').selectAll().orderBy('from_day', 'desc').execute()
  return {
    kind: 'view',
    data: rows.map((row) => ({ from: row.from_day, points: Number(row.per_tera), setAt: row.set_at.toISOString() })),
    table: {
      columns: [{ title: 'From' }, { title: 'For 10^12', right: true }],
      rows: rows.map((row) => [row.from_day, row.per_tera.toString()]),
      empty: 'There is no rate: mining brings no points.',
    },
  }
}

/** The rate of a day that is over stays what its work was done for. */
function mustNotBeOver(day: string, now: number): void {
  const today = dayAt(now)
  if (day < today) throw refused(`${day} is over: a rate holds for days that have not been settled, from ${today} on.`)
}
