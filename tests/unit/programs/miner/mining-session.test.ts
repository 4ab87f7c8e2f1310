import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Work } from '#lib/contract/agent.ts'
import { MinerControl } from '#service/programs/miner/control.ts'
import type { startEngine } from '#service/programs/miner/engine.ts'
import { listenForKeys } from '#service/programs/miner/keys.ts'
import { type Link, UnreachableError } from '#service/programs/miner/link.ts'
import { MiningSession } from '#service/programs/miner/mining-session.ts'
import { defaultSettings } from '#service/programs/miner/settings.ts'

const work: Work = {
  workId: 'work',
  project: 'aleo',
  challenge: '00'.repeat(32),
  difficulty: 4096,
  validSeconds: 900,
  reportEverySeconds: 30,
}

/** A link whose reports fail while `isDown` says so; times of all reports in seconds. */
function createFakeLink(isDown: () => boolean) {
  const start = performance.now()
  const at: number[] = []
  const states: string[] = []
  const sent: string[] = []
  const link: Link = {
    bind: () => Promise.reject(new Error('not asked for')),
    work: async () => ({ work, lastSequence: 0 }),
    report: async ({ state, shares }) => {
      at.push(Math.round((performance.now() - start) / 1000))
      if (isDown()) throw new UnreachableError('down')
      states.push(state)
      sent.push(...shares.map(({ nonce }) => nonce))
      return { accepted: 0, refused: [], hashrate: 0, work }
    },
  }
  return { link, at, states, sent }
}

const silent = { status: () => {}, say: () => {}, clear: () => {} }
const createControl = () =>
  new MinerControl({ settings: { ...defaultSettings(), threads: 1, isOnlyIdle: false }, pausedUntil: undefined })
const startMining = (link: Link, control = createControl()) =>
  new MiningSession({ link, display: silent, control, start: createFakeEngine().start })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('reports', () => {
  test('are sent every 30 s, and after a failure again a second later, then half as often each time', async () => {
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

/** An engine whose shares the test finds. */
function createFakeEngine() {
  const found = { share: (_nonce: string) => {} }
  const start: typeof startEngine = ({ onShare }) => {
    found.share = (nonce) => onShare({ workId: work.workId, nonce })
    return {
      name: 'javascript',
      setWork: () => {},
      setPaused: () => {},
      setLoad: () => {},
      card: undefined,
      hashes: () => 0,
      stop: async () => {},
    }
  }
  return { found, start }
}

describe('shares that wait', () => {
  test('are sent early when a hundred do, and every 3 s until fewer do', async () => {
    const { link, at, sent } = createFakeLink(() => false)
    const { found, start } = createFakeEngine()
    const mining = new MiningSession({ link, display: silent, control: createControl(), start })
    const ended = mining.run()
    await vi.advanceTimersByTimeAsync(1_000)
    for (let share = 0; share < 520; share += 1) found.share(String(share))
    await vi.advanceTimersByTimeAsync(40_000)
    expect(at).toEqual([1, 4, 7, 37])
    expect(sent).toHaveLength(520)
    mining.end()
    await vi.advanceTimersByTimeAsync(1_000)
    await ended
  })
})

describe('expired work', () => {
  test('is not hashed any more, and late shares are not sent', async () => {
    let down = false
    const { link, sent } = createFakeLink(() => down)
    const paused: boolean[] = []
    const messages: string[] = []
    let find = (_: string) => {}
    const control = createControl()
    const mining = new MiningSession({
      link,
      display: { ...silent, say: (_, text) => messages.push(text) },
      control,
      start: ({ onShare }) => {
        find = (nonce) => onShare({ workId: work.workId, nonce })
        return {
          name: 'javascript',
          setWork: () => {},
          setPaused: (isPaused) => paused.push(isPaused),
          setLoad: () => {},
          card: undefined,
          hashes: () => 0,
          stop: async () => {},
        }
      },
    })
    const ended = mining.run()
    await vi.advanceTimersByTimeAsync(32_000)
    down = true
    find('goes out when the service falls silent')
    await vi.advanceTimersByTimeAsync(2_000)
    find('waits')
    await vi.advanceTimersByTimeAsync(868_000)
    expect(paused.at(-1)).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    expect([paused.at(-1), messages.at(-1)]).toEqual([true, 'No work left for this device. Waiting for the service.'])
    control.pauseUntil(Number.POSITIVE_INFINITY)
    control.resume()
    expect(paused.at(-1)).toBe(true)
    down = false
    await vi.advanceTimersByTimeAsync(31_000)
    expect([paused.at(-1), messages.at(-1)]).toEqual([
      false,
      'Reconnected to the service. 1 share had waited too long to be sent.',
    ])
    find('new')
    await vi.advanceTimersByTimeAsync(31_000)
    expect(sent).toEqual(['goes out when the service falls silent', 'new'])
    mining.end()
    await vi.advanceTimersByTimeAsync(1_000)
    await ended
    expect(paused.at(-1)).toBe(true)
  })
})

describe('keys', () => {
  test.each(['win32', 'linux'] as const)('Ctrl-Z pauses and resumes, and Ctrl-C ends on %s', async (platform) => {
    const { link, states } = createFakeLink(() => false)
    const control = createControl()
    const mining = startMining(link, control)
    const modes: boolean[] = []
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (on: boolean) => modes.push(on) })
    const ground = Object.assign(new EventEmitter(), { platform, stdin })
    listenForKeys(mining, control, ground as never)
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
    expect(states).toEqual(['mining', 'paused', 'mining', 'ended'])
    expect(modes).toEqual(platform === 'win32' ? [true] : [])
  })
})
