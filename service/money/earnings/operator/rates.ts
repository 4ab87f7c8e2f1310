import { fromUnits } from '#lib/money/coins.ts'
import { dayAt } from '#lib/time/days.ts'
import { utcDayStart } from '#lib/time/format.ts'
import type { Command } from '#service/platform/operator/act.ts'
import { unitsOf } from '#service/platform/operator/amounts.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'

/** Rates are told and asked for as coins for 10^12 units of verified work. */
export const rates: Command = {
  name: 'rates',
  summary: 'List what work pays, or set the rate of a project',
  word: '[PROJECT]',
  options: {
    amount: { type: 'string', value: 'COINS', hint: 'coins for 10^12 units of verified work, for example 0.07' },
    from: { type: 'string', value: 'DAY', hint: 'first UTC day it applies to (default today)' },
  },
  async run({ db, now }, asked) {
    const amount = asked.decimal('amount')
    if (asked.word === undefined) {
      if (amount !== undefined) throw wrongUsage('Which project? For example: rates aleo --amount 0.07')
      const rows = await db.selectFrom('rates').selectAll().orderBy('project').orderBy('from_day', 'desc').execute()
      const text = (row: (typeof rows)[number]) => fromUnits(row.per_tera, row.coin)
      return {
        kind: 'view',
        data: rows.map((row) => ({ project: row.project, coin: row.coin, from: row.from_day, amount: text(row) })),
        table: {
          columns: [{ title: 'Project' }, { title: 'From' }, { title: 'For 10^12', right: true }, { title: 'Coin' }],
          rows: rows.map((row) => [row.project, row.from_day, text(row), row.coin]),
          empty: 'No rates, so nothing is paid.',
        },
      }
    }
    if (amount === undefined) throw wrongUsage('What shall it pay? Give --amount COINS.')
    const from = asked.text('from') ?? dayAt(now())
    if (utcDayStart(from) === undefined) throw wrongUsage('--from is a UTC day, for example 2026-12-01.')
    mustNotBeOver(from, now())
    const project = await db.selectFrom('projects').selectAll().where('project', '=', asked.word).executeTakeFirst()
    if (!project) throw refused(`There is no project "${asked.word}".`)
    const { coin } = project
    const units = unitsOf('amount', amount, coin)
    return {
      kind: 'change',
      question: `Pay ${amount} ${coin} for 10^12 units of ${project.project}'s work from ${from} on?`,
      audit: `${project.project}: ${amount} ${coin} from ${from}`,
      async apply(transaction) {
        mustNotBeOver(from, now())
        const rate = { project: project.project, coin, from_day: from, per_tera: units, set_at: new Date(now()) }
        await transaction
          .insertInto('rates')
          .values(rate)
          .onConflict((conflict) =>
            conflict.columns(['project', 'coin', 'from_day']).doUpdateSet({ per_tera: units, set_at: rate.set_at }),
          )
          .execute()
        const data = { project: project.project, coin, from, amount: fromUnits(units, coin) }
        return { data, text: `${project.project} pays ${data.amount} ${coin} for 10^12 from ${from} on.` }
      },
    }
  },
}

/** The rate of a day that is over stays what its work was done for. */
function mustNotBeOver(day: string, now: number): void {
  const today = dayAt(now)
  if (day < today) throw refused(`${day} is over: a rate holds for days that have not been settled, from ${today} on.`)
}
