import { describe, expect, test } from 'vitest'
import { createBus, parseField, parseNumber } from '#service/programs/miner/probes/dbus.ts'
import { desktopIdleSources } from '#service/programs/miner/probes/desktop-idle.ts'
import { createRecorded } from './recorded.ts'

test.each([
  ['(uint64 312345,)\n', 312_345],
  ['(uint32 0,)\n', 0],
  ['(7,)', 7],
  ['t 312345\n', 312_345],
  ['u 0\n', 0],
  ['(true,)\n', undefined],
  ['s "12"\n', undefined],
  ['(int32 -5,)', undefined],
  ['', undefined],
])('the number in %j is %s', (reply, value) => expect(parseNumber(reply)).toBe(value))

describe('a field of a dictionary', () => {
  test.each([
    [
      'gdbus',
      "({'Id': <'2'>, 'Type': <'wayland'>, 'IdleHint': <false>, 'IdleSinceHint': <uint64 170>, 'Display': <''>},)",
    ],
    ['busctl', 'a{sv} 5 "Id" s "2" "Type" s "wayland" "IdleHint" b false "IdleSinceHint" t 170 "Display" s ""'],
  ])('is read from the output of %s', (_, reply) => {
    const names = ['Id', 'Type', 'IdleHint', 'IdleSinceHint', 'Display', 'Idle']
    expect(names.map((name) => parseField(reply, name))).toEqual(['2', 'wayland', 'false', '170', '', undefined])
  })
})

const mutter = 'call --session --timeout=2 --dest org.gnome.Mutter.IdleMonitor'

describe('a call', () => {
  test('goes through gdbus, and through busctl where that is missing, without asking for gdbus again', async () => {
    const { run, commands } = createRecorded({ 'busctl --user': 't 5000\n' })
    const [source] = desktopIdleSources(createBus(run))
    expect([await source?.(), await source?.()]).toEqual([5, 5])
    const names =
      'org.gnome.Mutter.IdleMonitor /org/gnome/Mutter/IdleMonitor/Core org.gnome.Mutter.IdleMonitor GetIdletime'
    expect(commands.map((command) => command.split(' ')[0])).toEqual(['gdbus', 'busctl', 'busctl'])
    expect(commands[1]).toBe(`busctl --user --timeout=2 --auto-start=no call ${names}`)
  })

  test('that the service refuses is not made again by the other program', async () => {
    const { run, commands } = createRecorded({ gdbus: new Error('GDBus.Error: NotSupported'), busctl: 't 1' })
    const [, screenSaver] = desktopIdleSources(createBus(run))
    await expect(screenSaver?.()).rejects.toThrow('NotSupported')
    expect(commands).toHaveLength(1)
  })

  test('with another reply than a number tells nothing', async () => {
    const { run } = createRecorded({ [`gdbus ${mutter}`]: '(true,)\n' })
    await expect(desktopIdleSources(createBus(run))[0]?.()).rejects.toThrow('tells no idle time')
  })
})
