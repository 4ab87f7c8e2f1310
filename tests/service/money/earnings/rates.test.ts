import { expect, test } from 'vitest'
import { type Coin, toUnits } from '#lib/money/coins.ts'
import { createWorld } from '#world/world.ts'
import rates from '../../../../src/content/rates.json' with { type: 'json' }

/** What a device of one megahash a second does in a day, in the 10^12 units of work that a rate is for. */
const MEGAHASH_DAY = 86_400e6 / 1e12

test('a new database begins with the rates that the calculator of the pages reckons with', async () => {
  const world = await createWorld()
  const rows = await world.query<{ coin: Coin; per_tera: bigint }>('select coin, per_tera from rates order by coin')
  await world.close()
  expect(rows.map(({ coin }) => coin)).toEqual(rates.pc.coins.map(({ coin }) => coin).sort())
  for (const { coin, perUnitDay } of rates.pc.coins) {
    const credited = Number(rows.find((row) => row.coin === coin)?.per_tera) * MEGAHASH_DAY
    expect([coin, credited / Number(toUnits(perUnitDay, coin as Coin))]).toEqual([coin, expect.closeTo(1, 5)])
  }
})
