import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseNvidia } from '#service/programs/miner/probes/nvidia.ts'
import { wattsBetween } from '#service/programs/miner/probes/rapl.ts'
import { createSensors } from '#service/programs/miner/probes/sensors.ts'
import { processorCelsius, readProcessorCelsius } from '#service/programs/miner/probes/temperature.ts'
import { createUtilisation, utilisationBetween } from '#service/programs/miner/probes/utilisation.ts'
import { createRecorded } from './recorded.ts'
import { createTree } from './tree.ts'

const reading = (device: string, value: number | string, label = '') => ({ device, label, value: String(value) })

describe('the temperature of the processor', () => {
  test.each([
    ['is that of the hottest core', [reading('coretemp', 61_000), reading('coretemp', 72_000)], [], 72],
    [
      'is that of the die where AMD adds to the control value',
      [reading('k10temp', 95_000, 'Tctl'), reading('k10temp', 68_000, 'Tdie')],
      [],
      68,
    ],
    ['is the control value where AMD tells no other', [reading('k10temp', 68_500, 'Tctl')], [], 68.5],
    ['is not that of a disk', [reading('nvme', 80_000)], [], undefined],
    ['is that of its zone without a driver', [], [reading('acpitz', 27_800), reading('x86_pkg_temp', 55_000)], 55],
    ['is that of the board at last', [], [reading('acpitz', 47_000), reading('iwlwifi_1', 60_000)], 47],
    [
      'is not that of a broken sensor',
      [reading('coretemp', 0), reading('coretemp', 255_000)],
      [reading('acpitz', 'x')],
      undefined,
    ],
  ])('%s', (_, hwmon, thermal, celsius) => expect(processorCelsius(hwmon, thermal)).toBe(celsius))

  test('is read from the files of the kernel', async () => {
    const hwmon = 'sys/class/hwmon'
    const root = createTree({
      [`${hwmon}/hwmon0/name`]: 'nvme\n',
      [`${hwmon}/hwmon0/temp1_input`]: '90850\n',
      [`${hwmon}/hwmon1/name`]: 'k10temp\n',
      [`${hwmon}/hwmon1/temp1_input`]: '71250\n',
      [`${hwmon}/hwmon1/temp1_label`]: 'Tctl\n',
      [`${hwmon}/hwmon1/temp1_max`]: '99000\n',
    })
    expect(await readProcessorCelsius(root)).toBe(71.25)
    const zone = 'sys/class/thermal/thermal_zone0'
    const board = { [`${zone}/type`]: 'cpu-thermal\n', [`${zone}/temp`]: '48312\n' }
    expect(await readProcessorCelsius(createTree(board))).toBe(48.312)
    expect(await readProcessorCelsius(createTree({}))).toBeUndefined()
  })
})

describe('watts between two reads of a counter', () => {
  const energy = (used: number, at: number) => ({ used, range: 262_143_328_850, at })
  test.each([
    ['are joules by seconds', energy(0, 0), energy(90e6, 2_000), 45],
    ['go on where the counter begins again', energy(262_143_328_850 - 30e6, 0), energy(60e6, 2_000), 45],
    ['are not known without time', energy(0, 5), energy(1, 5), undefined],
  ])('%s', (_, before, after, watts) => expect(wattsBetween(before, after)).toBe(watts))
})

test.each([
  ['two cards', '45, 30.21\n71, 180.50\n', { celsius: 71, watts: 210.71 }],
  ['a card without a power sensor', '38, [N/A]\n', { celsius: 38 }],
  ['no card', 'No devices were found\n', {}],
])('nvidia-smi tells of %s', (_, output, cards) => expect(parseNvidia(output)).toEqual(cards))

const times = (user: number, idle: number) => [{ times: { user, nice: 0, sys: 0, idle, irq: 0 } }]

test.each([
  [times(0, 0), times(25, 75), 25],
  [times(0, 0), [...times(50, 50), ...times(100, 0)], 75],
  [times(5, 5), times(5, 5), undefined],
])('utilisation %#', (before, after, percent) => expect(utilisationBetween(before, after)).toBe(percent))

test('utilisation is not known at the first read', () => {
  const reads = [times(0, 0), times(30, 70)]
  const read = createUtilisation(() => reads.shift() ?? [])
  expect([read(), read()]).toEqual([undefined, expect.closeTo(30)])
})

describe('the sensors', () => {
  const rapl = 'sys/class/powercap/intel-rapl:0'
  const files = {
    [`${rapl}/name`]: 'package-0\n',
    [`${rapl}/max_energy_range_uj`]: '262143328850\n',
    [`${rapl}/energy_uj`]: '1000000\n',
    'sys/class/powercap/intel-rapl:1/name': 'psys\n',
    'sys/class/hwmon/hwmon0/name': 'coretemp\n',
    'sys/class/hwmon/hwmon0/temp1_input': '54000\n',
  }
  const cards = { 'nvidia-smi --query-gpu=temperature.gpu,power.draw': '61, 20.00\n' }

  test('tell the highest temperature, and the watts of processor and cards', async () => {
    const root = createTree(files)
    const read = createSensors({ root, run: createRecorded(cards).run })
    expect(await read()).toEqual({ celsius: 61 })
    writeFileSync(join(root, rapl, 'energy_uj'), '901000000\n')
    const { celsius, watts = 0 } = await read()
    expect(celsius).toBe(61)
    // 900 J in a fraction of a second, and the card.
    expect(watts).toBeGreaterThan(20 + 90)
    await expect.poll(async () => (await read()).utilisation).toBeGreaterThanOrEqual(0)
  })

  test('tell no watts of cards alone, and nothing where the system tells nothing', async () => {
    const read = createSensors({ root: createTree({}), run: createRecorded(cards).run })
    await read()
    expect(await read()).not.toHaveProperty('watts')
    const none = createSensors({ root: createTree({}), run: createRecorded({}).run })
    expect(await none()).toEqual({})
  })
})
