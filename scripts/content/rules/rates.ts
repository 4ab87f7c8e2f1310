import { type Rates, ratesSchema } from '../../../src/content/schemas.ts'
import { minedCoins } from '../../../src/lib/money/coins.ts'
import { nearest } from '../nearest.ts'
import { seedRates } from '../rates-seed.ts'
import type { Family, Problem, Site } from '../types.ts'

const FILE = 'src/content/rates.json'
/** A price that changes by more than this factor is confirmed in the file, since it is more often a slip of the decimal point. */
const MAX_FACTOR = 3

type Place = readonly PropertyKey[]
interface RateFinding {
  readonly place: Place
  readonly problem: string
  readonly remedy: string
}

/** The line of a value in the text of the file: keys and list places are found one after the other. */
function lineOf(source: string, place: Place): number {
  let at = 0
  for (const key of place) {
    if (typeof key === 'number') for (let entry = 0; entry <= key; entry += 1) at = source.indexOf('{', at + 1)
    else {
      const next = source.indexOf(`"${String(key)}"`, at)
      if (next < 0) break
      at = next
    }
  }
  return source.slice(0, Math.max(at, 0)).split('\n').length
}

/** `pc.coins.0.price` with the coin's name for its number: `pc.ALEO.price`. */
function nameOf(place: Place, data: unknown): string {
  let value = data as Record<PropertyKey, unknown> | undefined
  const names: string[] = []
  for (const key of place) {
    value = value?.[key] as Record<PropertyKey, unknown> | undefined
    if (typeof key !== 'number') names.push(String(key))
    else names[names.length - 1] = String(value?.coin ?? value?.key ?? key + 1)
  }
  return names.join('.')
}

const valueAt = (place: Place, data: unknown): unknown =>
  place.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], data)

function* schemaFindings(data: unknown): Generator<RateFinding> {
  const issues = ratesSchema.safeParse(data).error?.issues ?? []
  const missing = issues
    .filter(({ code, path }) => code !== 'unrecognized_keys' && valueAt(path, data) === undefined)
    .map(({ path }) => String(path.at(-1)))
  const intended = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => nearest(key, missing)) : [],
  )
  for (const issue of issues) {
    const place = issue.path
    const name = nameOf(place, data) || 'the file'
    const value = JSON.stringify(valueAt(place, data))
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys)
        yield {
          place: [...place, key],
          problem: `There is no key “${key}” here.`,
          remedy: nearest(key, missing) ? `Write “${nearest(key, missing)}”.` : 'Correct its name, or remove it.',
        }
    else if (value === undefined && intended.includes(String(place.at(-1)))) continue
    else if (value === undefined)
      yield { place: place.slice(0, -1), problem: `“${name}” is missing.`, remedy: 'Add it.' }
    else if (issue.code === 'invalid_value') {
      const list = issue.values.map(String)
      const known = nearest(String(valueAt(place, data)), list)
      yield {
        place,
        problem: `“${name}” is ${value}.`,
        remedy: `Write ${known ? `"${known}"` : `one of: ${list.join(', ')}`}.`,
      }
    } else if (place[0] === 'asOf')
      yield {
        place,
        problem: `“asOf” is ${value}, which is no day.`,
        remedy: 'Write the day of the figures in UTC as "2026-11-22".',
      }
    else
      yield {
        place,
        problem: `“${name}” is ${value}, and has to be a decimal number between quotes.`,
        remedy: 'Write it as "0.25", with a point and without signs, spaces or units.',
      }
  }
}

interface Cell {
  readonly kind: 'pc' | 'cloud'
  readonly coin: string
  readonly field: 'price' | 'perUnitDay'
  readonly value: string
  readonly place: Place
}

const cellsOf = (rates: Rates): Cell[] =>
  (['pc', 'cloud'] as const).flatMap((kind) =>
    rates[kind].coins.flatMap(({ coin, price, perUnitDay }, index) => [
      { kind, coin, field: 'price' as const, value: price, place: [kind, 'coins', index, 'price'] },
      { kind, coin, field: 'perUnitDay' as const, value: perUnitDay, place: [kind, 'coins', index, 'perUnitDay'] },
    ]),
  )

const nameOfCell = ({ kind, coin, field }: Cell): string => `${kind}.${coin}.${field}`

function* coinFindings(rates: Rates): Generator<RateFinding> {
  for (const kind of ['pc', 'cloud'] as const) {
    const coins = rates[kind].coins.map(({ coin }) => coin)
    for (const [index, coin] of coins.entries())
      if (coins.indexOf(coin) !== index)
        yield {
          place: [kind, 'coins', index, 'coin'],
          problem: `${kind} names ${coin} twice.`,
          remedy: 'Remove one of the two lines.',
        }
  }
  for (const coin of minedCoins)
    if (!rates.pc.coins.some((one) => one.coin === coin))
      yield {
        place: ['pc', 'coins'],
        problem: `pc has no line for ${coin}, which devices mine.`,
        remedy: 'Add it: amounts are valued by its price.',
      }
  for (const [index, { coin, price }] of rates.cloud.coins.entries()) {
    const other = rates.pc.coins.find((one) => one.coin === coin)
    if (other && Number(other.price) !== Number(price))
      yield {
        place: ['cloud', 'coins', index, 'price'],
        problem: `${coin} costs ${price} here, and ${other.price} in pc.`,
        remedy: 'Write the same price in both: it is one coin on one day.',
      }
  }
  for (const { field, value, coin, kind, place } of cellsOf(rates))
    if (Number(value) === 0)
      yield {
        place,
        problem: `“${kind}.${coin}.${field}” is zero.`,
        remedy: 'Write a price or rate above zero, or remove the coin.',
      }
}

/** Undefined for what is no JSON: catalogues are reported by scripts/check-locales.mjs. */
function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function* hardwareFindings({ pc }: Rates, { files }: Site): Generator<RateFinding> {
  const catalogue = parseJson(files.get('public/locales/en/earn.json')) as
    | { calc?: Record<string, unknown> }
    | undefined
  for (const [index, { key }] of pc.hardware.entries())
    if (catalogue && typeof catalogue.calc?.[key] !== 'string')
      yield {
        place: ['pc', 'hardware', index, 'key'],
        problem: `The hardware “${key}” has no name.`,
        remedy: `Add calc.${key} to public/locales/en/earn.json and zh/earn.json.`,
      }
  if (!pc.hardware.some(({ key }) => key === 'gaming'))
    yield {
      place: ['pc', 'hardware'],
      problem: 'The hardware “gaming” is missing.',
      remedy: 'Add it: the example of the calculator is reckoned with it.',
    }
}

/** Prices against the version before; rates of output are tied to the migrations (`seedFindings`). */
function* changeFindings(rates: Rates, before: Rates): Generator<RateFinding> {
  const pricesOf = (all: Rates) => cellsOf(all).filter(({ field }) => field === 'price')
  const old = new Map(pricesOf(before).map((cell) => [nameOfCell(cell), cell.value]))
  const changed: string[] = []
  for (const cell of pricesOf(rates)) {
    const { value, place } = cell
    const name = nameOfCell(cell)
    const last = old.get(name)
    if (last === undefined || Number(last) === Number(value)) continue
    changed.push(name)
    const factor = Number(value) / Number(last)
    if ((factor > MAX_FACTOR || factor < 1 / MAX_FACTOR) && rates.confirm?.[name] !== value)
      yield {
        place,
        problem: `“${name}” is ${value}, and was ${last} on ${before.asOf}: more than ${MAX_FACTOR} times as ${factor > 1 ? 'much' : 'little'}.`,
        remedy: `Correct it; if it is right, add "confirm": { "${name}": "${value}" } to the file.`,
      }
  }
  if (changed.length > 0 && rates.asOf <= before.asOf)
    yield {
      place: ['asOf'],
      problem: `“asOf” is ${rates.asOf}, and prices have changed since: ${changed.join(', ')}.`,
      remedy: 'Write the day of the new prices.',
    }
}

function* confirmFindings(rates: Rates): Generator<RateFinding> {
  const current = new Map(cellsOf(rates).map((cell) => [nameOfCell(cell), cell.value]))
  for (const [name, value] of Object.entries(rates.confirm ?? {}))
    if (current.get(name) !== value)
      yield {
        place: ['confirm', name],
        problem: `“confirm” says ${value} for “${name}”, which is ${current.get(name) ?? 'not in the file'}.`,
        remedy: 'Remove this entry.',
      }
}

/** A new database pays by the rates of its migrations, and the pages promise those of this file. */
function* seedFindings(rates: Rates, { files }: Site): Generator<RateFinding> {
  const cells = cellsOf(rates).filter(({ field }) => field === 'perUnitDay')
  for (const seed of seedRates(files)) {
    const cell = cells.find(({ kind, coin }) => kind === seed.kind && coin === seed.coin)
    if (!cell || Math.abs(Number(cell.value) / seed.perUnitDay - 1) < 1e-5) continue
    yield {
      place: cell.place,
      problem: `“${cell.kind}.${cell.coin}.perUnitDay” is ${cell.value}, and a new database pays ${Number(seed.perUnitDay.toPrecision(6))} (${seed.file}, from ${seed.fromDay}).`,
      remedy: 'Pages and payments rest on one figure: change both, by a new migration, or neither.',
    }
  }
}

function* findings(site: Site, source: string, data: unknown): Generator<RateFinding> {
  yield* schemaFindings(data)
  const { success, data: rates } = ratesSchema.safeParse(data)
  if (!success) return
  if (rates.asOf > site.today)
    yield {
      place: ['asOf'],
      problem: `“asOf” is ${rates.asOf}, which is still to come.`,
      remedy: `Write ${site.today} or an earlier day.`,
    }
  yield* coinFindings(rates)
  yield* hardwareFindings(rates, site)
  yield* confirmFindings(rates)
  yield* seedFindings(rates, site)
  const before = ratesSchema.safeParse(parseJson(site.ratesBefore))
  if (before.success && source !== site.ratesBefore) yield* changeFindings(rates, before.data)
}

export const rateRules: Family = {
  *checkSite(site): Generator<Problem> {
    const source = site.files.get(FILE) ?? ''
    let data: unknown
    try {
      data = JSON.parse(source)
    } catch (error) {
      const { message } = error as SyntaxError
      const line = Number(/line (\d+)/.exec(message)?.[1] ?? 1)
      yield {
        file: FILE,
        line,
        rule: 'rates',
        problem: `The file is no JSON here: ${message}.`,
        remedy: 'Look for a missing comma or quotation mark in this line and the one above.',
      }
      return
    }
    const seen = new Set<string>()
    for (const { place, problem, remedy } of findings(site, source, data)) {
      const line = lineOf(source, place)
      if (seen.has(`${line} ${problem}`)) continue
      seen.add(`${line} ${problem}`)
      yield { file: FILE, line, rule: 'rates', problem, remedy }
    }
  },
}
