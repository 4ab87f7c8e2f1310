import { expect, test } from 'vitest'
import { macProbes, parseHidIdle, parsePowerSource } from '#service/programs/miner/probes/mac.ts'
import { defaultSettings } from '#service/programs/miner/settings.ts'
import { createRecorded } from './recorded.ts'

const ioreg = `+-o IOHIDSystem  <class IOHIDSystem, id 0x1000002cf, registered, matched, active, busy 0 (0 ms), retain 21>
    {
      "IOClass" = "IOHIDSystem"
      "HIDIdleTime" = 312345678901
      "HIDParameters" = {"HIDIdleTimeout"=30}
    }
`
const onBattery =
  "Now drawing from 'Battery Power'\n -InternalBattery-0 (id=22806627)\t78%; discharging; 5:05 remaining present: true\n"

test.each([
  ['one device', ioreg, 312.345678901],
  ['two devices', `${ioreg}"HIDIdleTime" = 1000000000\n`, 1],
  ['no device', '', undefined],
])('input of %s', (_, output, seconds) => expect(parseHidIdle(output)).toBe(seconds))

test.each([
  [
    "Now drawing from 'AC Power'\n -InternalBattery-0 (id=22806627)\t83%; charging; 1:00 remaining present: true\n",
    false,
  ],
  [onBattery, true],
  ["Now drawing from 'UPS Power'\n", true],
  ["Now drawing from 'AC Power'\n", false],
  ['', undefined],
])('the power of %j', (output, answer) => expect(parsePowerSource(output)).toBe(answer))

test('the probes ask the programs of the system, and reject where these tell nothing', async () => {
  const { run } = createRecorded({ '/usr/sbin/ioreg': ioreg, '/usr/bin/pmset -g batt': onBattery })
  const told = await Promise.all(macProbes(run).map((probe) => probe.read()))
  expect(told).toEqual([{ idleSeconds: 312.345678901 }, { isOnBattery: true }])
  expect(macProbes(run).map((probe) => probe.isNeeded({ ...defaultSettings(), isOnlyIdle: false }))).toEqual([
    false,
    true,
  ])
  const silent = createRecorded({ '/usr/sbin/ioreg': '', '/usr/bin/pmset': '' })
  for (const probe of macProbes(silent.run)) await expect(probe.read()).rejects.toThrow()
})
