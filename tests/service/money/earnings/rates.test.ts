import { expect, test } from 'vitest'
import { type Coin, toUnits } from '#lib/money/coins.ts'
import { createWorld } from '#world/world.ts'
import rates from '../../../../src/content/rates.json' with { type: 'json' }

/** Daily work of a device of one megahash a second, in the 10^12 units of work of a rate. */
const MEGAHASH_DAY = 86_400e6 / 1e12

test('a new database starts with the rates of the site’s calculator', async () => {
  const world = await createWorld()
  const rows = await world.query<{ coin: Coin; per_tera: bigint }>('select coin, per_tera from rates order by coin')
  await world.close()
  expect(rows.map(({ coin }) => coin)).toEqual(rates.pc.coins.map(({ coin }) => coin).sort())
  for (const { coin, perUnitDay } of rates.pc.coins) {
    const credited = Number(rows.find((row) => row.coin === coin)?.per_tera) * MEGAHASH_DAY
    expect([coin, credited / Number(toUnits(perUnitDay, coin as Coin))]).toEqual([coin, expect.closeTo(1, 5)])
  }
})
