import { EventEmitter } from 'node:events'
import { availableParallelism } from 'node:os'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { agentReport, Work } from '#lib/contract/agent.ts'
import type { RequestOf } from '#lib/contract/endpoint.ts'
import type { Wish } from '#lib/contract/miner-settings.ts'
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
  const told: Partial<RequestOf<typeof agentReport>>[] = []
  /** The wishes that the next replies carry. */
  const wishes: (Wish | undefined)[] = []
  const link: Link = {
    bind: () => Promise.reject(new Error('not asked for')),
    today: () => Promise.reject(new Error('not asked for')),
    work: async () => ({ work, lastSequence: 0 }),
    report: async ({ state, shares, ...rest }) => {
      at.push(Math.round((performance.now() - start) / 1000))
      if (isDown()) throw new UnreachableError('down')
      states.push(state)
      told.push(rest)
      sent.push(...shares.map(({ nonce }) => nonce))
      const wish = wishes.shift()
      return { accepted: 0, refused: [], hashrate: 0, work, ...(wish && { wish }) }
    },
  }
  return { link, at, states, sent, told, wishes }
}

const silent = { status: () => {}, say: () => {}, clear: () => {} }
const device = { deviceId: 'device', display: silent }
const createControl = () =>
  new MinerControl({ settings: { ...defaultSettings(), threads: 1, isOnlyIdle: false }, pausedUntil: undefined })
const startMining = (link: Link, control = createControl()) =>
  new MiningSession({ ...device, link, control, start: createFakeEngine().start })

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
      setGpu: () => {},
      gpu: { state: 'off' },
      gpuHashes: () => 0,
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
    const mining = new MiningSession({ ...device, link, control: createControl(), start })
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
      ...device,
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
          setGpu: () => {},
          gpu: { state: 'off' },
          gpuHashes: () => 0,
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

describe('a pause', () => {
  /** Runs a session whose messages, reports and shares the test sees. */
  async function mine(control = createControl()) {
    const fake = createFakeLink(() => false)
    const { found, start } = createFakeEngine()
    const said: string[] = []
    const display = { ...silent, say: (_: string, text: string) => said.push(text) }
    const mining = new MiningSession({ ...device, display, link: fake.link, control, start })
    const ended = mining.run()
    await vi.advanceTimersByTimeAsync(3_000)
    const end = async () => {
      mining.end()
      await vi.advanceTimersByTimeAsync(100)
      await ended
    }
    return { ...fake, control, said, find: found.share, end }
  }
  const inUse = { reason: 'in-use' }

  test('because of use is told at once after five minutes without a change, else with the next report', async () => {
    const { at, told, control, end } = await mine()
    control.change({ isOnlyIdle: true })
    control.observe({ idleSeconds: 0 })
    await vi.advanceTimersByTimeAsync(10_000)
    control.observe({ idleSeconds: 300 })
    await vi.advanceTimersByTimeAsync(290_000)
    expect([at.slice(0, 4), told.slice(1, 3).map(({ pause }) => pause)]).toEqual([
      [3, 3, 33, 63],
      [inUse, undefined],
    ])
    control.observe({ idleSeconds: 0 })
    await vi.advanceTimersByTimeAsync(100)
    expect([at.at(-1), told.at(-1)?.pause]).toEqual([303, inUse])
    await end()
  })

  test('of the user is told at once, also while a report is on its way', async () => {
    const { link, told, control, at, end } = await mine()
    const report = link.report
    link.report = async (payload) => {
      link.report = report
      control.pauseUntil(Number.POSITIVE_INFINITY)
      return report(payload)
    }
    await vi.advanceTimersByTimeAsync(30_100)
    expect([at, told.map(({ pause }) => pause?.reason)]).toEqual([
      [3, 33, 33],
      [undefined, undefined, 'user'],
    ])
    await end()
  })

  test('holds no shares back', async () => {
    const { sent, states, control, find, end } = await mine()
    find('found before')
    control.change({ isOnlyIdle: true })
    control.observe({ idleSeconds: 0 })
    await vi.advanceTimersByTimeAsync(30_000)
    expect([sent, states.at(-1)]).toEqual([['found before'], 'paused'])
    await end()
  })

  test('is said with what ends it, once', async () => {
    const control = createControl()
    control.change({ isOnlyIdle: true })
    control.observe({ idleSeconds: 0 })
    const { said, end } = await mine(control)
    control.observe({ idleSeconds: 1 })
    control.observe({ idleSeconds: 300 })
    expect(said).toEqual(['Paused: this PC is in use. Mines after 5 minutes without input.', 'Mining again.'])
    await end()
  })
})

describe('a wish of the dashboard', () => {
  test('is followed, confirmed at once with the settings in force, and not followed again', async () => {
    const fake = createFakeLink(() => false)
    const control = createControl()
    const mining = startMining(fake.link, control)
    const wish = { id: 7, settings: { throttle: 30, threads: 256 }, pauseUntil: null }
    fake.wishes.push(undefined, wish, wish)
    const ended = mining.run()
    await vi.advanceTimersByTimeAsync(64_000)
    const threads = availableParallelism()
    expect(fake.at).toEqual([3, 33, 33, 63])
    expect(fake.told.map(({ followedWish }) => followedWish)).toEqual([undefined, undefined, 7, 7])
    expect(fake.told.map(({ settings }) => [settings?.threads, settings?.throttle])).toEqual([
      [1, 100],
      [1, 100],
      [threads, 30],
      [threads, 30],
    ])
    mining.end()
    await vi.advanceTimersByTimeAsync(1_000)
    await ended
  })

  test('is followed by the engine, and the pause that it asks for too', async () => {
    const fake = createFakeLink(() => false)
    const loads: object[] = []
    const mining = new MiningSession({
      ...device,
      link: fake.link,
      control: createControl(),
      start: (of) => ({ ...createFakeEngine().start(of), setLoad: (load) => loads.push(load) }),
    })
    fake.wishes.push({ id: 1, settings: { throttle: 20 }, pauseUntil: Math.ceil(Date.now() / 1000) + 20 })
    const ended = mining.run()
    await vi.advanceTimersByTimeAsync(3_100)
    expect([loads.at(-1), fake.states]).toEqual([expect.objectContaining({ throttle: 20 }), ['mining', 'paused']])
    mining.end()
    await vi.advanceTimersByTimeAsync(1_000)
    await ended
  })
})

test('sensors are told as they were measured last', async () => {
  const { link, told } = createFakeLink(() => false)
  const control = createControl()
  const mining = startMining(link, control)
  const ended = mining.run()
  control.measure({ celsius: 61, watts: 45.5, utilisation: 12 })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(told.at(-1)?.sensors).toEqual({ celsius: 61, watts: 45.5, utilisation: 12 })
  mining.end()
  await vi.advanceTimersByTimeAsync(1_000)
  await ended
})

test('nothing is asked of the service before the system has told whether the PC is in use, unless the user acts', async () => {
  const { link } = createFakeLink(() => false)
  const work = vi.spyOn(link, 'work')
  const mining = startMining(link)
  const ended = mining.run(new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(work).not.toHaveBeenCalled()
  mining.end()
  await vi.advanceTimersByTimeAsync(1_000)
  await ended
  expect(work).not.toHaveBeenCalled()
})
