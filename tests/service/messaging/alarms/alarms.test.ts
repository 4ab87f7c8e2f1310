import { beforeEach, describe, expect, test } from 'vitest'
import { alarmsOf } from '#service/messaging/alarms/response-monitor.ts'
import { createWorld, type World } from '#world/world.ts'

describe('J5 the results of calls', () => {
  test.each([
    ['none at all', { calls: 0, faults: 0, replays: 0 }, []],
    ['nine faults', { calls: 9, faults: 9, replays: 0 }, []],
    ['ten faults', { calls: 10, faults: 10, replays: 0 }, ['faults']],
    ['a thousandth', { calls: 10_000, faults: 10, replays: 0 }, []],
    ['more than a thousandth', { calls: 9_999, faults: 10, replays: 0 }, ['faults']],
    ['nineteen replays', { calls: 100, faults: 0, replays: 19 }, []],
    ['twenty replays', { calls: 100, faults: 0, replays: 20 }, ['replays']],
    ['both', { calls: 100, faults: 50, replays: 50 }, ['faults', 'replays']],
  ])('%s', (_, ended, names) => {
    expect(alarmsOf(ended).map(({ name }) => name)).toEqual(names)
  })
})

describe('J5 operators get a mail', () => {
  let world: World
  beforeEach(async () => {
    world = await createWorld({ settings: { ALARM_EMAIL: 'alarms@idleforge.example' } })
    return () => world.close()
  })
  const subjects = () => world.letters.filter(({ to }) => to === 'alarms@idleforge.example').map((one) => one.subject)
  const call = async (q?: string) => {
    const { status } = await world.post('/api/user/protocol', { q: q ?? (await world.sealed({ lang: 'en' })) })
    return status
  }
  const fail = async () => {
    const user = await world.user()
    await world.query('alter table users rename to users_away')
    const ask = async () =>
      (await world.post('/api/user/info', { q: await world.sealed() }, { token: user.token })).status
    for (let index = 0; index < 10; index += 1) expect(await ask()).toBe(500)
    await world.query('alter table users_away rename to users')
  }

  test('when calls fail, once an hour', async () => {
    await fail()
    expect(subjects()).toEqual([])
    world.clock.advance(300)
    await call()
    await expect.poll(subjects).toEqual([expect.stringMatching(/^Alarm: 10 of \d+ calls failed$/)])
    await fail()
    world.clock.advance(300)
    await call()
    world.clock.advance(3_600)
    await call()
    await fail()
    world.clock.advance(300)
    await call()
    await expect.poll(subjects).toHaveLength(2)
  })

  test('when requests are replayed, which are refused', async () => {
    const q = await world.sealed({ lang: 'en' })
    expect(await call(q)).toBe(200)
    for (let index = 0; index < 20; index += 1) expect(await call(q)).toBe(400)
    world.clock.advance(300)
    await call()
    await expect.poll(subjects).toEqual(['Alarm: 20 requests were sent twice'])
  })
})
