import { type Coin, minedCoins } from '#lib/money/coins.ts'
import { PLAN_UNIT, toHashrate } from '#lib/rules/plans.ts'
import { decimalBy, type Field, line, parsed, required, text, usdt, whole } from '#service/platform/operator/fields.ts'
import { phrase } from '#service/platform/operator/phrase.ts'

export const planId = required(
  text({ value: 'ID', label: 'Plan', hint: 'which one, for example aleo-50-90' }),
  'Which plan? Give --plan ID.',
)

export const newPlanId = required(
  parsed(
    { value: 'ID', label: 'Plan', hint: 'which one, for example aleo-50-90', maxLength: 40 },
    (typed) => (/^[a-z0-9][a-z0-9-]{1,39}$/.test(typed) ? typed : undefined),
    ({ option }) => phrase`${option} is a short name in small letters, digits and hyphens, for example aleo-50-90.`,
  ),
  'Which plan? Give --plan ID.',
)

/** The terms that may change later. */
export const planTerms = {
  title: line({ label: 'Name in English', hint: 'its name in English', maxLength: 60 }, 'name'),
  titleZh: line({ label: 'Name in Chinese', hint: 'its name in Chinese', maxLength: 60 }, 'name'),
  farm: text({ value: 'FARM', label: 'Farm', hint: 'where it runs, see farms' }),
  price: usdt({ label: 'USDT for one unit', hint: 'of one unit', maxLength: 20 }, '188'),
  preparation: whole({
    min: 0,
    max: 720,
    value: 'HOURS',
    label: 'Hours from payment to the first hour',
    hint: 'from payment to the first hour, 0 to 720 (default 24)',
  }),
  opens: timeOr('now', { label: 'Opens', hint: 'when its sale begins, as 2026-12-01T08:00Z, or now' }),
  ends: timeOr('never', { label: 'Ends', hint: 'when its sale ends, or never' }),
}

/** The properties of a plan that never change. */
export const planKind = {
  type: whole({ min: 1, max: 2, value: '1|2', label: 'Type', hint: '1 cloud hash rate, 2 hosted machines' }),
  coin: parsed<Exclude<Coin, 'USDT'>>(
    { value: 'COIN', label: 'Coin', hint: `what it mines: ${minedCoins.join(', ')}` },
    (typed) => minedCoins.find((coin) => coin === typed.toUpperCase()) as Exclude<Coin, 'USDT'> | undefined,
    ({ option }) => phrase`${option} is one of ${minedCoins.join(', ')}.`,
  ),
  hashrate: decimalBy(
    { value: 'N', label: PLAN_UNIT, hint: `${PLAN_UNIT} of one unit, at most 3 decimals` },
    (digits) => {
      const rate = toHashrate(digits)
      return rate > 0n ? rate : undefined
    },
    `is a number of ${PLAN_UNIT} above 0, for example 50 or 0.5.`,
  ),
  days: whole({ min: 1, max: 1095, label: 'Days', hint: 'how long it runs, 1 to 1095' }),
}

export const units = whole({
  min: 0,
  max: 1_000_000,
  label: 'Units in all, the sold ones too',
  hint: 'add: units for sale; stock: how many there are in all',
  maxLength: 7,
})

/** A time in UTC, or null for the word that stands for none. */
function timeOr(none: string, parts: { label: string; hint: string }): Field<Date | null | undefined> {
  return parsed<Date | null>(
    { value: 'TIME', maxLength: 20, ...parts },
    (typed) => {
      if (typed === none) return null
      const time = Date.parse(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?Z$/.test(typed) ? typed : 'x')
      return Number.isNaN(time) ? undefined : new Date(time)
    },
    ({ option }) => phrase`${option} is a time in UTC such as 2026-12-01T08:00Z, or ${none}.`,
  )
}
