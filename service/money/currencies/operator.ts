import { type Currency, currencies, rateText, rateUnits } from '#lib/money/currencies.ts'
import { dayAt } from '#lib/time/days.ts'
import { utcDayStart } from '#lib/time/format.ts'
import { newestRates, setRate } from '#service/money/currencies/rates.ts'
import type { Asked, Change, Command, CommandContext, View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'

const LISTED = 30
/** A rate that leaves the one before it by more than this factor is a slip of the pen. */
const MAX_TIMES = 2n

/** What the dashboard reckons approximate worths by, for who has chosen a currency beside USDT. */
export const currencyRates: Command = {
  name: 'currency-rates',
  summary: 'List what USDT is worth in currencies, or set the rate of one',
  word: '[CURRENCY]',
  options: {
    amount: { type: 'string', value: 'AMOUNT', hint: 'what 1 USDT is worth, for example 0.9215' },
    day: { type: 'string', value: 'DAY', hint: 'UTC day of the rate; today unless told' },
    'far-off': { type: 'boolean', hint: 'it is meant, although it is far from the rate before it' },
  },
  async run(context, asked) {
    if (asked.word === undefined) {
      if (asked.text('amount') !== undefined)
        throw wrongUsage('Which currency? For example: currency-rates eur --amount 0.92')
      return list(context)
    }
    const currency = currencies.find((one) => one === asked.word?.toUpperCase())
    if (currency === undefined) throw refused(`Rates are kept of ${currencies.join(', ')}.`)
    return setting(context, asked, currency)
  },
}

async function setting(context: CommandContext, asked: Asked, currency: Currency): Promise<Change> {
  const rate = rateOf(asked.decimal('amount'))
  const today = dayAt(context.now())
  const day = asked.text('day') ?? today
  if (utcDayStart(day) === undefined) throw wrongUsage('--day is a UTC day, for example 2026-12-01.')
  if (day > today) throw refused(`${day} is yet to come: a rate is of a day that it was seen on.`)
  const before = (await newestRates(context.db)).find((one) => one.currency === currency)
  if (before && day < before.day) throw refused(`A rate of ${before.day} stands already: the newest one is shown.`)
  if (before && !asked.flag('far-off')) mustBeNear(rate, before.perUsdt)
  const said = `1 USDT = ${rateText(rate)} ${currency}, of ${day}`
  return {
    kind: 'change',
    question: `Show values by ${said}?${before ? ` Now it is ${before.perUsdt}, of ${before.day}.` : ''}`,
    audit: said,
    async apply(db) {
      await setRate(db, { currency, day, per_usdt: rate, set_at: new Date(context.now()) })
      return { data: { currency, day, perUsdt: rateText(rate) }, text: `Values are shown by ${said}.` }
    },
  }
}

function rateOf(text: string | undefined): bigint {
  if (text === undefined) throw wrongUsage('What is 1 USDT worth? Give --amount AMOUNT.')
  try {
    const rate = rateUnits(text)
    if (rate > 0n) return rate
  } catch {
    // Said below, as for nothing.
  }
  throw wrongUsage('--amount is what 1 USDT is worth, above 0 and with at most 8 decimals, for example 0.9215.')
}

function mustBeNear(rate: bigint, before: string): void {
  const last = rateUnits(before)
  if (rate > last * MAX_TIMES || rate * MAX_TIMES < last)
    throw refused(`${rateText(rate)} is far from ${before}, the newest rate. If it is meant, say --far-off.`)
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
