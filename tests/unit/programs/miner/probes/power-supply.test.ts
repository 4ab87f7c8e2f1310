import { expect, test } from 'vitest'
import { isOnBattery, readPowerSupply, type Supply } from '#service/programs/miner/probes/power-supply.ts'
import { createTree } from './tree.ts'

const supply = (type: string, of: Partial<Supply> = {}): Supply => ({ type, scope: '', online: '', status: '', ...of })
const mains = (online: string) => supply('Mains', { online })
const battery = (status: string) => supply('Battery', { status })

test.each<[string, Supply[], boolean | undefined]>([
  ['a laptop on mains', [mains('1'), battery('Charging')], false],
  ['a laptop on its battery', [mains('0'), battery('Discharging')], true],
  ['a laptop whose charger is too weak', [mains('1'), battery('Discharging')], false],
  ['a laptop that is fed by USB', [mains('0'), supply('USB', { online: '1' }), battery('Not charging')], false],
  ['a laptop with two batteries', [battery('Full'), battery('Discharging')], true],
  ['a tablet without a mains supply', [battery('Full')], false],
  ['a battery that does not tell', [battery('Unknown')], undefined],
  ['a desktop', [], undefined],
  ['a desktop with a mouse', [supply('Battery', { scope: 'Device', status: 'Discharging' })], undefined],
])('%s', (_, supplies, answer) => expect(isOnBattery(supplies)).toBe(answer))

test('the kernel tells in files', async () => {
  const base = 'sys/class/power_supply'
  const root = createTree({
    [`${base}/AC/type`]: 'Mains\n',
    [`${base}/AC/online`]: '0\n',
    [`${base}/BAT0/type`]: 'Battery\n',
    [`${base}/BAT0/status`]: 'Discharging\n',
    [`${base}/hidpp_battery_0/type`]: 'Battery\n',
    [`${base}/hidpp_battery_0/scope`]: 'Device\n',
  })
  expect(await readPowerSupply(root)).toBe(true)
  await expect(readPowerSupply(createTree({ [`${base}/AC/type`]: 'Mains' }))).rejects.toThrow('no battery')
  await expect(readPowerSupply(createTree({}))).rejects.toThrow('ENOENT')
})
