import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linuxProbes } from '#service/programs/miner/probes/linux.ts'
import { type RunProgram, runProgram } from '#service/programs/miner/probes/run-program.ts'
import { bindDevice } from '#world/device.ts'
import { createWorld, type World } from '#world/world.ts'

/** Debian's packages: dbus, python3-dbus, python3-gi, libglib2.0-bin, systemd, x11-utils, xvfb. */
const PYTHON = '/usr/bin/python3'
function isInstalled(): boolean {
  try {
    execFileSync(PYTHON, ['-c', 'import dbus, gi'], { stdio: 'pipe' })
    for (const program of ['dbus-daemon', 'gdbus', 'busctl', 'xprop', 'Xvfb'])
      execFileSync('sh', ['-c', `command -v ${program}`])
    return true
  } catch {
    return false
  }
}

/** Does what a window manager does; `xprop` itself writes no windows. 33 is the type WINDOW of X11. */
const nameActiveWindow = `
import ctypes
x = ctypes.CDLL("libX11.so.6")
x.XOpenDisplay.restype = ctypes.c_void_p
display = ctypes.c_void_p(x.XOpenDisplay(None))
root = x.XDefaultRootWindow(display)
atom = x.XInternAtom(display, b"_NET_ACTIVE_WINDOW", 0)
x.XChangeProperty(display, root, atom, 33, 32, 0, ctypes.byref(ctypes.c_ulong(root)), 1)
x.XSync(display, 0)
`

const children: ChildProcess[] = []
let folder = ''
let address = ''
let desktop: ChildProcess
let answers: AsyncIterator<string>

/** The first line that a program prints. */
async function firstLine(program: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(child)
  for await (const line of createInterface(child.stdout)) return line
  throw new Error(`${program} printed nothing`)
}

/** Gives the desktop a line, and waits until it has followed. */
async function tell(line: string): Promise<void> {
  desktop.stdin?.write(`${line}\n`)
  expect((await answers.next()).value).toBe('ok')
}

/** Every call of D-Bus goes to the private bus. */
const environment = () => ({ DBUS_SESSION_BUS_ADDRESS: address, DBUS_SYSTEM_BUS_ADDRESS: address })

const withBus: RunProgram = (program, args) => {
  Object.assign(process.env, environment())
  return runProgram(program, args)
}
/** A system without GLib's programs. */
const withoutGdbus: RunProgram = (program, args) =>
  program === 'gdbus' ? Promise.reject(Object.assign(new Error('none'), { code: 'ENOENT' })) : withBus(program, args)

describe.skipIf(!isInstalled())('a desktop on Linux', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
    folder = mkdtempSync(join(tmpdir(), 'desktop-'))
    const listen = `unix:path=${join(folder, 'bus')}`
    address = await firstLine('dbus-daemon', ['--session', '--nofork', '--print-address', `--address=${listen}`])
    const script = fileURLToPath(new URL('../_world/desktop.py', import.meta.url))
    desktop = spawn(PYTHON, [script], { env: { ...process.env, ...environment() }, stdio: ['pipe', 'pipe', 'inherit'] })
    children.push(desktop)
    if (!desktop.stdout) throw new Error('the desktop has no output')
    answers = createInterface(desktop.stdout)[Symbol.asyncIterator]()
    expect((await answers.next()).value).toBe('ready')
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await world.close()
    rmSync(folder, { recursive: true })
  })

  const readIdle = async (run: RunProgram): Promise<number | undefined> => {
    const [probe] = linuxProbes({ env: environment(), root: '/nowhere', run })
    return (await probe?.read())?.idleSeconds
  }

  test.each([
    ['gdbus', withBus],
    ['busctl', withoutGdbus],
  ])('tells %s about input: by logind, by KDE on X11, by Mutter', async (_, run) => {
    await tell('stop mutter')
    await tell('stop screensaver')
    await tell('stop logind')
    await expect(readIdle(run)).rejects.toThrow('nothing tells about input')
    await tell('start logind')
    await tell('set since 0')
    await expect(readIdle(run)).rejects.toThrow('nothing tells about input')
    await tell(`set since ${(Date.now() - 90_000) * 1000}`)
    await tell('set hint 0')
    expect(await readIdle(run)).toBe(0)
    await tell('set hint 1')
    expect(Math.round((await readIdle(run)) ?? 0)).toBeGreaterThanOrEqual(90)
    await tell('start screensaver')
    await tell('set idle 7000')
    await tell('set type wayland')
    expect(Math.round((await readIdle(run)) ?? 0)).toBeGreaterThanOrEqual(90)
    await tell('set type x11')
    expect(await readIdle(run)).toBe(7)
    await tell('start mutter')
    await tell('set type wayland')
    expect(await readIdle(run)).toBe(7)
  })

  test('pauses a miner while it is used, and lets it mine after a minute without input', async () => {
    await tell('start mutter')
    await tell('set idle 1000')
    const device = await bindDevice(world, await world.user(), { name: 'Desktop' })
    const state = join(folder, 'miner.json')
    writeFileSync(state, JSON.stringify({ service: world.address, deviceId: device.id, token: device.token }))
    const main = fileURLToPath(new URL('../../service/programs/miner/main.ts', import.meta.url))
    const args = [main, '--service', world.address, '--state', state, '--threads', '1', '--idle-minutes', '1', '--json']
    const miner = spawn(process.execPath, args, { env: { ...process.env, ...environment() } })
    const seen: string[] = []
    for await (const text of createInterface(miner.stdout)) {
      const { event, reason, accepted } = JSON.parse(text) as { event: string; reason?: string; accepted?: number }
      if (event === 'paused' || event === 'resumed') seen.push(reason ?? event)
      if (event === 'paused' && seen.length === 1) await tell('set idle 60000')
      if (event === 'status' && accepted && seen.length === 2) await tell('set idle 0')
      if (seen.length === 3) miner.kill('SIGINT')
    }
    expect(seen).toEqual(['in-use', 'resumed', 'in-use'])
    const [row] = await world.query<{ count: number }>('select count(*)::int as count from shares')
    expect(row?.count).toBeGreaterThan(0)
  })

  test('tells on X11 whether the window in front fills the screen', async () => {
    const display = `:${50 + (process.pid % 400)}`
    children.push(spawn('Xvfb', [display, '-noreset', '-screen', '0', '640x480x8'], { stdio: 'ignore' }))
    const env = { ...process.env, DISPLAY: display }
    const run: RunProgram = (program, args) =>
      new Promise((resolve, reject) => {
        try {
          resolve(execFileSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }))
        } catch (error) {
          reject(error)
        }
      })
    await expect.poll(() => run('xprop', ['-root'])).toBeDefined()
    const probe = linuxProbes({ env: { DISPLAY: display }, root: '/nowhere', run }).at(-1)
    await expect(probe?.read()).rejects.toThrow('names no active window')
    // The root window stands for a program: no window manager runs here.
    execFileSync(PYTHON, ['-c', nameActiveWindow], { env, stdio: 'pipe' })
    expect(await probe?.read()).toEqual({ isFullScreen: false })
    const state = ['-f', '_NET_WM_STATE', '32a', '-set', '_NET_WM_STATE', '_NET_WM_STATE_FULLSCREEN']
    await run('xprop', ['-root', ...state])
    expect(await probe?.read()).toEqual({ isFullScreen: true })
  })
})
