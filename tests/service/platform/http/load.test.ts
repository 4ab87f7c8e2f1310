import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userInfo } from '#lib/contract/accounts.ts'
import { statusRead } from '#lib/contract/status.ts'
import { createLoad, type Load } from '#service/platform/http/load.ts'
import { ServiceBusyError } from '#service/platform/http/refusal.ts'
import { createWorld, type World } from '#world/world.ts'

const limits = { max: 4, calm: 2, burst: 6, batched: 8 }

/** A load whose time moves by hand, with calls that are at work until they are ended. */
function byHand() {
  let ms = 0
  const logged: unknown[] = []
  const load = createLoad({ warn: (about: object) => void logged.push(about) } as never, () => ms, limits)
  const ends: (() => void)[] = []
  return {
    logged,
    pass: (some: number) => {
      ms += some
    },
    /** Begins so many; how many were let in. */
    async begin(count: number): Promise<number> {
      let isLetIn = 0
      for (let index = 0; index < count; index += 1) {
        const work = () => {
          isLetIn += 1
          return new Promise<void>((end) => void ends.push(end))
        }
        load.run(work).catch((error: unknown) => expect(error).toBeInstanceOf(ServiceBusyError))
      }
      await Promise.resolve()
      return isLetIn
    },
    async end(count: number): Promise<void> {
      for (const end of ends.splice(0, count)) end()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('the number of accepted calls', () => {
  test('accepts a whole burst, and no more', async () => {
    const { begin } = byHand()
    expect(await begin(9)).toBe(limits.burst)
  })

  test('accepts few after two and a half seconds without calm, until it is calm again', async () => {
    const { begin, end, pass } = byHand()
    expect(await begin(5)).toBe(5)
    pass(2_499)
    expect(await begin(1)).toBe(1)
    pass(1)
    expect(await begin(1)).toBe(0)
    await end(2)
    expect(await begin(1)).toBe(0)
    await end(1)
    expect(await begin(2)).toBe(1)
    // Two are at work, which is not calm yet: only what comes upon fewer is a burst again.
    await end(2)
    expect(await begin(9)).toBe(2)
    await end(3)
    expect(await begin(9)).toBe(5)
  })

  test('logs once when it begins, and once when it is over', async () => {
    const { begin, end, logged } = byHand()
    await begin(9)
    await begin(1)
    expect(logged).toEqual([{ atWork: 6 }])
    await end(5)
    await begin(1)
    expect(logged).toEqual([{ atWork: 6 }, { refused: 4 }])
  })

  test('stays within the bounds, and never stops accepting, for any sequence', async () => {
    const step = fc.record({ begins: fc.nat(9), ends: fc.nat(9), passes: fc.nat(3_500) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const hand = byHand()
        let atWork = 0
        for (const { begins, ends, passes } of steps) {
          const before = atWork
          atWork += await hand.begin(begins)
          expect(atWork).toBeLessThanOrEqual(limits.burst)
          expect(atWork).toBeGreaterThanOrEqual(Math.min(limits.max, before + begins))
          hand.pass(passes)
          await hand.end(ends)
          atWork = Math.max(0, atWork - ends)
        }
        await hand.end(atWork)
        expect(await hand.begin(1)).toBe(1)
      }),
    )
  })

  test('calls of a batch take no place of others, and have a limit of their own', async () => {
    const load = createLoad({ warn: () => undefined } as never, () => 0, limits)
    const gate = Promise.withResolvers<void>()
    const batched = Array.from({ length: limits.batched }, () => load.runBatched(() => gate.promise))
    await expect(load.runBatched(async () => {})).rejects.toBeInstanceOf(ServiceBusyError)
    expect(await load.run(async () => 'answered')).toBe('answered')
    expect(load.atWork()).toBe(limits.batched)
    const idle = load.idle()
    gate.resolve()
    await Promise.all([...batched, idle])
    expect(load.atWork()).toBe(0)
  })

  test('a failed call frees its place', async () => {
    const load = createLoad({ warn: () => undefined } as never, () => 0, limits)
    const failed = () => load.run(() => Promise.reject(new Error('no')))
    for (let index = 0; index < 20; index += 1) await expect(failed()).rejects.toThrow('no')
  })
})

describe('C4 an overloaded service', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  /** Keeps the only place that there is, and the only one of calls in batches. */
  async function filled(load: Load): Promise<() => Promise<void>> {
    const work = Promise.withResolvers<void>()
    const running = Promise.all([load.run(() => work.promise), load.runBatched(() => work.promise)])
    return async () => {
      work.resolve()
      await running
    }
  }

  test.each([
    ['en', 'The service is very busy. Nothing was changed. Try again in a moment.'],
    ['zh', '服务繁忙，未做任何更改，请稍后重试。'],
  ])('refuses calls at once, in %s, and accepts the same calls afterwards', async (lang, msg) => {
    const { ctx } = world.running
    ctx.load = createLoad(ctx.log, () => 0, { max: 1, calm: 1, burst: 1, batched: 1 })
    const user = await world.user()
    const device = await world.device(user)
    const empty = await filled(ctx.load)
    const q = await world.sealed()
    const ask = () => world.post('/api/user/info', { q }, { token: user.token, lang })
    const refused = await ask()
    expect(refused).toMatchObject({ status: 503, body: { code: 5003, msg, resp_code: 5003, data: null } })
    expect(refused.headers.get('retry-after')).toBe('2')
    const work = () => world.post('/agent/work', {}, { 'device-token': device.token })
    expect(await work()).toMatchObject({ status: 503, body: { code: 5003 } })
    const read = () => fetch(`${world.address}/api${statusRead.path}`)
    expect((await read()).status).toBe(503)
    for (const path of ['/healthz', '/readyz', '/api/public-key'])
      expect((await fetch(world.address + path)).status).toBe(200)
    await empty()
    // Nothing was begun, not even the envelope is used up.
    expect((await ask()).body.code).toBe(0)
    expect([(await work()).body.code, (await read()).status]).toEqual([0, 200])
    await expect(user.call(userInfo, {})).resolves.toEqual(user.info)
  })
})
