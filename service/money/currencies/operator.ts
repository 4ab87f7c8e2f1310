import { type Currency, currencies, rateText, rateUnits } from '#lib/money/currencies.ts'
import { dayAt } from '#lib/time/days.ts'
import { newestRates, setRate } from '#service/money/currencies/rates.ts'
import { type Change, type Command, type CommandContext, defineAct, type View } from '#service/platform/operator/act.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { day, decimalBy, flag, required, word } from '#service/platform/operator/fields.ts'
import { phrase } from '#service/platform/operator/phrase.ts'

const LISTED = 30
/** A rate that differs from the one before it by a larger factor is a typing error. */
const MAX_TIMES = 2n

export const viewRates = defineAct({ name: 'currency-rates', fields: {}, run: list })

/** Rates of the approximate values that the dashboard shows in a currency beside USDT. */
export const setCurrencyRate = defineAct({
  name: 'currency-rates CURRENCY',
  role: 'finance',
  button: 'Set the rate',
  fields: {
    word: required(word('Currency'), 'Which currency? For example: currency-rates eur --amount 0.92'),
    amount: required(
      decimalBy(
        { value: 'AMOUNT', label: '1 USDT is', hint: 'what 1 USDT is worth, for example 0.9215' },
        (digits) => {
          const rate = rateUnits(digits)
          return rate > 0n ? rate : undefined
        },
        'is what 1 USDT is worth, above 0 and with at most 8 decimals, for example 0.9215.',
      ),
      'What is 1 USDT worth? Give --amount AMOUNT.',
    ),
    day: day({ label: 'Day', hint: 'UTC day of the rate; default today' }),
    farOff: flag({
      label: 'It is far from the rate before it',
      hint: 'the rate is right, although it is far from the rate before it',
    }),
  },
  async run(context, { word: name, amount, day: date, farOff }) {
    const currency = currencies.find((one) => one === name.toUpperCase())
    if (currency === undefined) throw refused(phrase`Rates are kept of ${currencies.join(', ')}.`)
    return changeRate(context, { currency, rate: amount, date, isFarOff: farOff })
  },
})

export const currencyRates: Command = {
  name: 'currency-rates',
  summary: 'List the rates of USDT in other currencies, or set one',
  acts: [viewRates, setCurrencyRate],
}

interface NewRate {
  currency: Currency
  rate: bigint
  date: string | undefined
  isFarOff: boolean
}

async function changeRate(context: CommandContext, { currency, rate, date, isFarOff }: NewRate): Promise<Change> {
  const today = dayAt(context.now())
  const rateDay = date ?? today
  if (rateDay > today) throw refused(phrase`${rateDay} is yet to come: a rate is of a day that it was seen on.`)
  const before = (await newestRates(context.db)).find((one) => one.currency === currency)
  if (before && rateDay < before.day)
    throw refused(phrase`There is already a rate of ${before.day}, and the newest one is shown. Give a later --day.`)
  if (before && !isFarOff) assertNear(rate, before.perUsdt)
  const summary = phrase`1 USDT = ${rateText(rate)} ${currency}, of ${rateDay}`
  return {
    kind: 'change',
    question: before
      ? phrase`Show values at ${summary}? The current rate is ${before.perUsdt}, of ${before.day}.`
      : phrase`Show values at ${summary}?`,
    audit: String(summary),
    async apply(db) {
      await setRate(db, { currency, day: rateDay, per_usdt: rate, set_at: new Date(context.now()) })
      return {
        data: { currency, day: rateDay, perUsdt: rateText(rate) },
        text: phrase`Values are shown by ${summary}.`,
      }
    },
  }
}

function assertNear(rate: bigint, before: string): void {
  const last = rateUnits(before)
  if (rate > last * MAX_TIMES || rate * MAX_TIMES < last)
    throw refused(phrase`${rateText(rate)} is far from ${before}, the newest rate. If it is right, add --far-off.`)
}

async function list({ db }: CommandContext): Promise<View> {
  const rows = await db
    .selectFrom('currency_rates')
    .selectAll()
    .orderBy('day', 'desc')
    .orderBy('currency')
    .limit(LISTED)
    .execute()
  return {
    kind: 'view',
    data: rows.map(({ currency, day, per_usdt }) => ({ currency, day, perUsdt: rateText(per_usdt) })),
    table: {
      columns: [{ title: 'Currency' }, { title: 'Day' }, { title: '1 USDT is', right: true }],
      rows: rows.map(({ currency, day, per_usdt }) => [currency, day, rateText(per_usdt)]),
      empty: 'There is no rate: values are shown in USDT alone.',
    },
  }
}
