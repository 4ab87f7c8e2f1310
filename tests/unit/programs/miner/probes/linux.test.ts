import { describe, expect, test } from 'vitest'
import { type Environment, linuxProbes } from '#service/programs/miner/probes/linux.ts'
import type { Probe } from '#service/programs/miner/probes/probe.ts'
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

const conditionsOf = async (probes: readonly Probe[]) =>
  Object.assign({}, ...(await Promise.all(probes.map((probe) => probe.read().catch(() => ({}))))))

describe('a desktop', () => {
  const list =
    'gdbus call --system --timeout=2 --dest org.freedesktop.login1 --object-path /org/freedesktop/login1 --method'
  const session = (type: string) =>
    `({'Class': <'user'>, 'Type': <'${type}'>, 'State': <'active'>, 'IdleHint': <false>, 'IdleSinceHint': <uint64 0>},)`
  const sessionsOf = (type: string) => ({
    [list]: "([('2', uint32 1000, 'me', 'seat0', objectpath '/org/freedesktop/login1/session/_32')],)",
    gdbus: session(type),
  })

  test.each<[string, Record<string, string>, Environment, boolean, boolean]>([
    ['on X11 without helpers', {}, { DISPLAY: ':0' }, false, true],
    ['on X11 that logind knows', sessionsOf('x11'), {}, true, true],
    ['of nobody, with a terminal’s session', sessionsOf('tty'), { DISPLAY: 'localhost:10' }, true, false],
    ['of nobody on a server', {}, {}, false, false],
  ])('%s', async (_, outputs, env, hasBus, hasDesktop) => {
    const root = createTree(hasBus ? { 'run/dbus/system_bus_socket': '' } : {})
    const conditions = await conditionsOf(linuxProbes({ env: { ...env }, root, run: createRecorded(outputs).run }))
    expect([conditions.hasDesktop, conditions.idleSeconds]).toEqual([hasDesktop, undefined])
  })

  test('that begins after the unit of systemd is found by its manager, and asked for input', async () => {
    const outputs: Record<string, string> = { 'systemctl --user show-environment': 'LANG=C\n', xprintidle: '7000' }
    const env: Environment = { INVOCATION_ID: 'a' }
    const probes = linuxProbes({ env, root: createTree({}), run: createRecorded(outputs).run })
    expect(await conditionsOf(probes)).toMatchObject({ hasDesktop: false })
    outputs['systemctl --user show-environment'] = 'LANG=C\nDISPLAY=:0\nXAUTHORITY=/home/me/.Xauthority\n'
    expect(await conditionsOf(probes)).toMatchObject({ hasDesktop: true })
    expect(env).toEqual({ INVOCATION_ID: 'a', DISPLAY: ':0', XAUTHORITY: '/home/me/.Xauthority' })
    expect(await conditionsOf(probes)).toMatchObject({ hasDesktop: true, idleSeconds: 7 })
  })
})

test('a full screen is asked for on X11 only', async () => {
  const asks = async (env: Environment) => {
    const { run, commands } = createRecorded({ xprop: '_NET_ACTIVE_WINDOW(WINDOW): window id # 0x0' })
    await conditionsOf(linuxProbes({ env: { ...env }, root: createTree({}), run }))
    return commands.some((command) => command.startsWith('xprop'))
  }
  expect([await asks(x11), await asks({ ...x11, WAYLAND_DISPLAY: 'wayland-0' }), await asks({})]).toEqual([
    true,
    false,
    false,
  ])
})
