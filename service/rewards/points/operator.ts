import { dayAt } from '#lib/time/days.ts'
import { type Command, type CommandContext, defineAct, type View } from '#service/platform/operator/act.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { day, required, whole } from '#service/platform/operator/fields.ts'
import { phrase } from '#service/platform/operator/phrase.ts'

const MAX_POINTS = 1_000_000_000

export const viewRates = defineAct({ name: 'points', fields: {}, run: listRates })

/** Points of verified work; those of invitations are a rule, and those of a task are its own. */
export const setPoints = defineAct({
  name: 'points --amount',
  needsProof: true,
  button: 'Set the points',
  fields: {
    amount: required(
      whole({
        min: 0,
        max: MAX_POINTS,
        value: 'POINTS',
        label: 'Points',
        hint: 'whole points for 10^12 hashes of verified work, for example 100',
      }),
      'How many? For example: points --amount 100',
    ),
    from: day({ label: 'From', hint: 'first UTC day that it applies to; default today' }),
  },
  async run({ now }, { amount, from = dayAt(now()) }) {
    assertNotOver(from, now())
    return {
      kind: 'change',
      question: phrase`Give ${amount} points for 10^12 hashes of verified work from ${from} on?`,
      audit: `${amount} points from ${from}`,
      async apply(db) {
        assertNotOver(from, now())
        const rate = { per_tera: BigInt(amount), set_at: new Date(now()) }
        await db
          .insertInto('point_rates')
          .values({ from_day: from, ...rate })
          .onConflict((conflict) => conflict.column('from_day').doUpdateSet(rate))
          .execute()
        return { data: { from, points: amount }, text: phrase`10^12 hashes bring ${amount} points from ${from} on.` }
      },
    }
  },
})

export const points: Command = {
  name: 'points',
  summary: 'List the points for mining, or set them',
  acts: [viewRates, setPoints],
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

/** A settled day keeps its rate. */
function assertNotOver(date: string, now: number): void {
  const today = dayAt(now)
  if (date < today) throw refused(phrase`${date} is over. Give a day from ${today} on.`)
}
