import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWindowsProbe, parseWindowsLine, type StartScript } from '#service/programs/miner/probes/windows.ts'
import { windowsScript } from '#service/programs/miner/probes/windows-script.ts'
import { defaultSettings } from '#service/programs/miner/settings.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const line = (of: object = {}) => JSON.stringify({ power: 'Online', idleMs: 5000, isFullScreen: false, ...of })

test.each([
  [line(), { idleSeconds: 5, isFullScreen: false, isOnBattery: false }],
  [line({ power: 'Offline', isFullScreen: true }), { idleSeconds: 5, isFullScreen: true, isOnBattery: true }],
  [line({ power: 'Unknown', idleMs: -1 }), { isFullScreen: false }],
  ['Add-Type : Cannot add type.', undefined],
  ['{"idleMs":"5"}', undefined],
  ['', undefined],
])('the line %j', (text, conditions) => expect(parseWindowsLine(text)).toEqual(conditions))

test('the script has the quotes that a command line keeps, and ends with the miner', () => {
  const script = windowsScript(4711)
  expect(script).not.toContain('"')
  expect(script.match(/'/g)?.length).toBe(6)
  expect(script).toContain('Get-Process -Id 4711 ')
})

/** A script that the test plays. */
function createScript() {
  const starts: Parameters<StartScript>[0][] = []
  const kill = vi.fn()
  const start: StartScript = (on) => {
    starts.push(on)
    return kill
  }
  return { start, last: () => starts.at(-1), count: () => ({ starts: starts.length, kills: kill.mock.calls.length }) }
}

describe('the probe', () => {
  test('waits for the first line, and tells the last one while it is fresh', async () => {
    const script = createScript()
    const probe = createWindowsProbe(script.start)
    const first = probe.read()
    await vi.advanceTimersByTimeAsync(9_000)
    script.last()?.line('some words')
    script.last()?.line(line())
    expect((await first).idleSeconds).toBe(5)
    script.last()?.line(line({ idleMs: 0 }))
    expect((await probe.read()).idleSeconds).toBe(0)
    expect(script.count()).toEqual({ starts: 1, kills: 0 })
  })

  test('starts a script again that has ended, and one that hangs', async () => {
    const script = createScript()
    const probe = createWindowsProbe(script.start)
    const first = probe.read()
    script.last()?.end()
    await expect(first).rejects.toThrow('PowerShell tells nothing')
    const second = probe.read()
    script.last()?.line(line())
    await second
    await vi.advanceTimersByTimeAsync(20_000)
    const third = expect(probe.read()).rejects.toThrow('PowerShell tells nothing')
    await vi.advanceTimersByTimeAsync(30_000)
    await third
    const fourth = probe.read()
    script.last()?.line(line())
    await fourth
    expect(script.count()).toEqual({ starts: 3, kills: 2 })
  })

  test('ends its script when it is closed, and is needed for any of its answers', async () => {
    const script = createScript()
    const probe = createWindowsProbe(script.start)
    const read = probe.read()
    probe.close?.()
    await expect(read).rejects.toThrow()
    probe.close?.()
    expect(script.count()).toEqual({ starts: 1, kills: 1 })
    const off = { ...defaultSettings(), isOnlyIdle: false, isOnlyOnMains: false, isPausedFullScreen: false }
    const needs = [
      off,
      { ...off, isOnlyIdle: true },
      { ...off, isOnlyOnMains: true },
      { ...off, isPausedFullScreen: true },
    ]
    expect(needs.map((settings) => probe.isNeeded(settings))).toEqual([false, true, true, true])
  })
})
