import { type Coin, decimalsOf } from '../../src/lib/money/coins.ts'

/** A rate that a new database begins with. */
export interface SeedRate {
  readonly kind: 'pc' | 'cloud'
  readonly coin: string
  /** Migration that inserts it. */
  readonly file: string
  readonly fromDay: string
  /** In coins, for one unit of hash rate and day, as in rates.json. */
  readonly perUnitDay: number
}

/** Daily work of one megahash a second, in the 10^12 units of work of a rate. */
const MEGAHASH_DAY = 86_400e6 / 1e12

const statements = /insert into (rates|cloud_rates) \([^)]*\)\s+values ([^`]*?)`/g
const ofProject = /\('\w+', '([A-Z]+)', '(\d{4}-\d\d-\d\d)', (\d+), /g
const ofCloud = /\('([A-Z]+)', '(\d{4}-\d\d-\d\d)', (\d+), /g

/** Rates in the text of the migrations, the last one of a coin. */
export function seedRates(files: ReadonlyMap<string, string>): SeedRate[] {
  const seeds = new Map<string, SeedRate>()
  for (const [file, source] of files) {
    if (!file.startsWith('service/platform/db/migrations/')) continue
    for (const [, table, values = ''] of source.matchAll(statements)) {
      const kind = table === 'rates' ? 'pc' : 'cloud'
      for (const [, coin = '', fromDay = '', units] of values.matchAll(kind === 'pc' ? ofProject : ofCloud)) {
        const amount = Number(units) / 10 ** decimalsOf[coin as Coin]
        const perUnitDay = kind === 'pc' ? amount * MEGAHASH_DAY : amount / 1e6
        const before = seeds.get(`${kind} ${coin}`)
        if (!before || before.fromDay <= fromDay)
          seeds.set(`${kind} ${coin}`, { kind, coin, file, fromDay, perUnitDay })
      }
    }
  }
  return [...seeds.values()]
}
