import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listen } from '#service/miner/keys.ts'
import { type Link, Unreachable } from '#service/miner/link.ts'
import { Mining } from '#service/miner/mining.ts'

const work = {
  workId: 'work',
  project: 'aleo',
  challenge: '00'.repeat(32),
  difficulty: 4096,
  expiresAt: 0,
  reportEverySeconds: 30,
} as never

/** A link whose reports fail while `isDown` says so; times of all reports in seconds. */
function createFakeLink(isDown: () => boolean) {
  const start = performance.now()
  const at: number[] = []
  const states: string[] = []
  const link: Link = {
    bind: () => Promise.reject(new Error('not asked for')),
    work: async () => ({ work, lastSequence: 0 }),
    report: async ({ state }) => {
      at.push(Math.round((performance.now() - start) / 1000))
      if (isDown()) throw new Unreachable('down')
      states.push(state)
      return { accepted: 0, refused: [], hashrate: 0, work }
    },
  }
  return { link, at, states }
}

const silent = { status: () => {}, say: () => {}, clear: () => {} }
const startMining = (link: Link) => new Mining({ link, display: silent, threads: 0, throttle: 100 })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('reports', () => {
  test('come every 30 s, and after one that failed again a second later, then half as often each time', async () => {
    let down = false
    const { link, at } = createFakeLink(() => down)
    const mining = startMining(link)
    const ended = mining.run()
    await vi.advanceTimersByTimeAsync(33_000)
    down = true
    await vi.advanceTimersByTimeAsync(150_000)
    down = false
    await vi.advanceTimersByTimeAsync(60_000)
    down = true
    await vi.advanceTimersByTimeAsync(34_000)
    expect(at).toEqual([3, 33, 63, 64, 66, 70, 78, 94, 124, 154, 184, 214, 244, 245, 247, 251, 259, 275])
    mining.end()
    await vi.advanceTimersByTimeAsync(1_000)
    await ended
  })
})

describe('keys', () => {
  test.each(['win32', 'linux'] as const)('Ctrl-Z pauses and goes on and Ctrl-C ends on %s', async (platform) => {
    const { link, states } = createFakeLink(() => false)
    const mining = startMining(link)
    const modes: boolean[] = []
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (on: boolean) => modes.push(on) })
    const ground = Object.assign(new EventEmitter(), { platform, stdin })
    listen(mining, ground as never)
    const press = (signal: NodeJS.Signals, key: string) =>
      platform === 'win32' ? stdin.write(key) : ground.emit(signal)
    const ended = mining.run()
    await vi.advanceTimersByTimeAsync(3_000)
    press('SIGTSTP', '\x1a')
    await vi.advanceTimersByTimeAsync(100)
    press('SIGTSTP', '\x1a')
    await vi.advanceTimersByTimeAsync(100)
    press('SIGINT', '\x03')
    await vi.advanceTimersByTimeAsync(100)
    await ended
    expect(states).toEqual(['mining', 'paused', 'mining', 'paused'])
    expect(modes).toEqual(platform === 'win32' ? [true] : [])
  })
})
