import { describe, expect, test } from 'vitest'
import type { GpuStatus } from '#service/programs/miner/gpu/gpu-status.ts'
import { type CardEvents, GpuThread } from '#service/programs/miner/gpu/gpu-thread.ts'

const running: GpuStatus = { state: 'running', card: 'Card' }
const failed: GpuStatus = { state: 'failed', reason: 'driver', detail: 'old' }
const stopped = { state: 'failed', reason: 'stopped', detail: 'its thread has ended' }

/** A card's thread whose events the test sends. */
function createFake() {
  const started: { addon: string; events: CardEvents; isEndRequested: boolean }[] = []
  const thread = new GpuThread({
    start(addon, events) {
      const one = { addon, events, isEndRequested: false }
      started.push(one)
      return {
        end() {
          one.isEndRequested = true
        },
      }
    },
  })
  const acts = {
    on: () => thread.want('dawn.node'),
    off: () => thread.want(undefined),
    runs: () => started.at(-1)?.events.onStatus(running),
    fails: () => started.at(-1)?.events.onStatus(failed),
    exits: () => started.at(-1)?.events.onExit(),
  }
  return { thread, started, acts }
}

type Act = keyof ReturnType<typeof createFake>['acts']

describe('the thread of the card', () => {
  test.each<[string, Act[], object, number]>([
    ['is off at first', [], { state: 'off' }, 0],
    ['starts', ['on'], { state: 'starting' }, 1],
    ['runs', ['on', 'runs'], running, 1],
    ['is not started twice', ['on', 'on', 'runs', 'on'], running, 1],
    ['ends', ['on', 'runs', 'off', 'exits'], { state: 'off' }, 1],
    ['is off while it ends', ['on', 'runs', 'off', 'runs'], { state: 'off' }, 1],
    ['waits for the one that ends', ['on', 'runs', 'off', 'on'], { state: 'starting' }, 1],
    ['hears nothing of the one that ends', ['on', 'off', 'on', 'fails'], { state: 'starting' }, 1],
    ['starts after the one that ends', ['on', 'runs', 'off', 'on', 'exits', 'runs'], running, 2],
    ['stays off if it is switched off again', ['on', 'off', 'on', 'off', 'exits'], { state: 'off' }, 1],
    ['fails for good', ['on', 'fails', 'exits', 'on'], failed, 1],
    ['tries again after it was off', ['on', 'fails', 'exits', 'off', 'on'], { state: 'starting' }, 2],
    ['tries again before a failed thread has ended', ['on', 'fails', 'off', 'on', 'exits'], { state: 'starting' }, 2],
    ['has failed where its thread is gone', ['on', 'runs', 'exits'], stopped, 1],
  ])('%s', (_, sequence, status, starts) => {
    const { thread, started, acts } = createFake()
    for (const act of sequence) acts[act]()
    expect(thread.status).toEqual(status)
    expect(started).toHaveLength(starts)
  })

  test('is asked to end, and waited for', async () => {
    const { thread, started, acts } = createFake()
    acts.on()
    let isStopped = false
    const stop = thread.stop().then(() => {
      isStopped = true
    })
    await Promise.resolve()
    expect([started[0]?.isEndRequested, isStopped]).toEqual([true, false])
    acts.exits()
    await stop
    expect(isStopped).toBe(true)
  })

  test('that never started is not waited for', async () => {
    await expect(createFake().thread.stop()).resolves.toBeUndefined()
  })
})
