import { type Coin, decimalsOf, minedCoins } from '#lib/money/coins.ts'
import { PLAN_UNIT, rateText } from '#lib/rules/plans.ts'
import { dayAt } from '#lib/time/days.ts'
import { type Command, type CommandContext, defineAct, type View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { day, decimal, required, word } from '#service/platform/operator/fields.ts'
import { phrase } from '#service/platform/operator/phrase.ts'

export const viewRates = defineAct({ name: 'cloud-rates', fields: {}, run: list })

/** A rate is in coins for one unit of hash rate and day. */
export const setCloudRate = defineAct({
  name: 'cloud-rates COIN',
  needsProof: true,
  button: 'Set the rate',
  fields: {
    word: required(word('Coin'), 'Which coin? For example: cloud-rates aleo --amount 0.2'),
    amount: required(
      decimal({ value: 'COINS', label: 'Amount', hint: `coins for 1 ${PLAN_UNIT} and day, for example 0.20053` }),
      'The rate is missing. Give --amount COINS.',
    ),
    from: day({ label: 'From', hint: 'first UTC day that it applies to; default today' }),
  },
  async run(context, { word: name, amount, from = dayAt(context.now()) }) {
    const coin = minedCoins.find((one) => one === name.toUpperCase())
    if (coin === undefined) throw refused(phrase`Rented hash rate mines ${minedCoins.join(', ')}.`)
    const rate = rateOf(amount, coin)
    assertNotOver(from, context.now())
    const summary = phrase`${amount} ${coin} for 1 ${PLAN_UNIT} and day from ${from} on`
    return {
      kind: 'change',
      question: phrase`Set the output of rented hash rate to ${summary}? Every running order is credited at this rate.`,
      audit: String(summary),
      async apply(db) {
        assertNotOver(from, context.now())
        const row = { coin, from_day: from, per_mega: rate, set_at: new Date(context.now()) }
        await db
          .insertInto('cloud_rates')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['coin', 'from_day']).doUpdateSet({ per_mega: rate, set_at: row.set_at }),
          )
          .execute()
        return { data: { coin, from, amount: rateText(rate, coin) }, text: phrase`Rented hash rate brings ${summary}.` }
      },
    }
  },
})

export const cloudRates: Command = {
  name: 'cloud-rates',
  summary: 'List the output rates of rented hash rate, or set the rate of a coin',
  acts: [viewRates, setCloudRate],
}

/** Smallest units for 1,000,000 units of hash rate and day: six decimals more than the coin has. */
function rateOf(text: string, coin: Coin): bigint {
  const places = decimalsOf[coin] + 6
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || fraction.length > places)
    throw wrongUsage(phrase`--amount is a number of ${coin} with at most ${places} decimals, for example 0.20053.`)
  return BigInt(whole + fraction.padEnd(places, '0'))
}

function assertNotOver(date: string, now: number): void {
  const today = dayAt(now)
  if (date < today) throw refused(phrase`${date} is over. Give a day from ${today} on.`)
}

async function list({ db }: CommandContext): Promise<View> {
  const rows = await db.selectFrom('cloud_rates').selectAll().orderBy('coin').orderBy('from_day', 'desc').execute()
  return {
    kind: 'view',
    data: rows.map((row) => ({ coin: row.coin, from: row.from_day, amount: rateText(row.per_mega, row.coin) })),
    table: {
      columns: [{ title: 'Coin' }, { title: 'From' }, { title: `For 1 ${PLAN_UNIT} and day`, right: true }],
      rows: rows.map((row) => [row.coin, row.from_day, rateText(row.per_mega, row.coin)]),
      empty: 'There is no rate: rented hash rate brings nothing.',
    },
  }
}
