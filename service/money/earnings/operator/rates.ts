import { fromUnits } from '#lib/money/coins.ts'
import { dayAt } from '#lib/time/days.ts'
import { type Command, defineAct } from '#service/platform/operator/act.ts'
import { unitsOf } from '#service/platform/operator/amounts.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { day, decimal, required, word } from '#service/platform/operator/fields.ts'
import { phrase } from '#service/platform/operator/phrase.ts'

export const listRates = defineAct({
  name: 'rates',
  fields: {},
  async run({ db }) {
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
  },
})

/** A rate is in coins for 10^12 units of verified work. */
export const setRate = defineAct({
  name: 'rates PROJECT',
  needsProof: true,
  button: 'Set the rate',
  fields: {
    word: required(word('Project'), 'Which project? For example: rates aleo --amount 0.07'),
    amount: required(
      decimal({ value: 'COINS', label: 'Amount', hint: 'coins for 10^12 units of verified work, for example 0.07' }),
      'The rate is missing. Give --amount COINS.',
    ),
    from: day({ label: 'From', hint: 'first UTC day it applies to (default today)' }),
  },
  async run({ db, now }, { word: name, amount, from = dayAt(now()) }) {
    assertNotOver(from, now())
    const project = await db.selectFrom('projects').selectAll().where('project', '=', name).executeTakeFirst()
    if (!project) throw refused(phrase`There is no project "${name}".`)
    const { coin } = project
    const units = unitsOf('amount', amount, coin)
    return {
      kind: 'change',
      question: phrase`Pay ${amount} ${coin} for 10^12 units of ${project.project}'s work from ${from} on?`,
      audit: `${project.project}: ${amount} ${coin} from ${from}`,
      async apply(transaction) {
        assertNotOver(from, now())
        const rate = { project: project.project, coin, from_day: from, per_tera: units, set_at: new Date(now()) }
        await transaction
          .insertInto('rates')
          .values(rate)
          .onConflict((conflict) =>
            conflict.columns(['project', 'coin', 'from_day']).doUpdateSet({ per_tera: units, set_at: rate.set_at }),
          )
          .execute()
        const data = { project: project.project, coin, from, amount: fromUnits(units, coin) }
        return { data, text: phrase`${project.project} pays ${data.amount} ${coin} for 10^12 from ${from} on.` }
      },
    }
  },
})

export const rates: Command = {
  name: 'rates',
  summary: 'List the rates of work, or set the rate of a project',
  acts: [listRates, setRate],
}

/** A settled day keeps its rate. */
function assertNotOver(date: string, now: number): void {
  const today = dayAt(now)
  if (date < today) throw refused(phrase`${date} is over. Give a day from ${today} on.`)
}
