import * as v from 'valibot'
import { expect, test } from 'vitest'
import { MinerSettings } from '#lib/contract/miner-settings.ts'
import { defaultMinerSettings } from '#lib/rules/miner-settings.ts'

test('the settings of a new device are within the limits of the contract', () => {
  const settings = { ...defaultMinerSettings, threads: 1 }
  expect(v.parse(MinerSettings, settings)).toEqual(settings)
})
