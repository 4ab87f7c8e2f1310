import { describe, expect, test } from 'vitest'
import { type Environment, linuxProbes } from '#service/programs/miner/probes/linux.ts'
import { createRecorded } from './recorded.ts'
import { createTree } from './tree.ts'

const call = (bus: string, service: string) => `gdbus call --${bus} --timeout=2 --dest ${service}`
const mutter = call('session', 'org.gnome.Mutter.IdleMonitor')
const screenSaver = call('session', 'org.freedesktop.ScreenSaver')
const x11 = { DISPLAY: ':0', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus' }

/** The probe of input on a PC with these programs and this environment. */
function inputProbe(outputs: Record<string, string | Error>, env: Environment, root = createTree({})) {
  const { run, commands } = createRecorded(outputs)
  const [probe] = linuxProbes({ env, root, run })
  if (!probe) throw new Error('there is no probe')
  return { read: () => probe.read(), commands }
}

describe('input on Linux', () => {
  test.each([
    ['Mutter', { [mutter]: '(uint64 7000,)', xprintidle: '1' }, x11, 7],
    ['the X server', { xprintidle: '9000\n' }, x11, 9],
    ['KDE', { [screenSaver]: '(uint32 9000,)' }, x11, 9],
  ])('is told by %s', async (_, outputs, env, idleSeconds) => {
    expect(await inputProbe({ ...outputs, gdbus: new Error('ServiceUnknown') }, env).read()).toEqual({ idleSeconds })
  })

  test('is not asked of the X server on Wayland, which sees no input of newer programs', async () => {
    for (const env of [{ WAYLAND_DISPLAY: 'wayland-0' }, { XDG_SESSION_TYPE: 'wayland' }]) {
      const { read, commands } = inputProbe({ xprintidle: '500000' }, { DISPLAY: ':0', ...env })
      await expect(read()).rejects.toThrow('nothing tells about input')
      expect(commands).toEqual([])
    }
  })

  test('is not asked of anybody in a container: no program is started', async () => {
    const { read, commands } = inputProbe({ gdbus: '(uint64 1,)', xprintidle: '1' }, { XDG_RUNTIME_DIR: '/nowhere' })
    await expect(read()).rejects.toThrow('nothing tells about input')
    expect(commands).toEqual([])
  })

  test('is asked of the source that answered, and of the others when it no longer does', async () => {
    const outputs: Record<string, string | Error> = {
      [mutter]: new Error('gone'),
      [screenSaver]: new Error('gone'),
      xprintidle: '2000',
    }
    const { read, commands } = inputProbe(outputs, x11)
    expect([await read(), await read()]).toEqual([{ idleSeconds: 2 }, { idleSeconds: 2 }])
    expect(commands.map((command) => command.split(' ')[0])).toEqual(['gdbus', 'gdbus', 'xprintidle', 'xprintidle'])
    delete outputs.xprintidle
    outputs[mutter] = '(uint64 3000,)'
    expect(await read()).toEqual({ idleSeconds: 3 })
  })

  test('is asked of logind where the system has its bus', async () => {
    const root = createTree({ 'run/dbus/system_bus_socket': '' })
    const { read, commands } = inputProbe({ gdbus: '(@a(susso) [],)' }, {}, root)
    await expect(read()).rejects.toThrow('nothing tells about input')
    expect(commands).toEqual([expect.stringMatching(/^gdbus call --system .*ListSessions$/)])
  })
})

test('a full screen is asked for on X11 only', () => {
  const count = (env: Environment) => linuxProbes({ env, root: '/', run: createRecorded({}).run }).length
  expect([count(x11), count({ ...x11, WAYLAND_DISPLAY: 'wayland-0' }), count({})]).toEqual([3, 2, 2])
})
