import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Today } from '#lib/contract/agent.ts'
import { machineList } from '#lib/contract/device-list.ts'
import { unbindMachine } from '#lib/contract/devices.ts'
import { NOON } from '#world/clock.ts'
import { type MiningWorld, openMiningWorld } from '#world/mining-world.ts'

/** Noon of 2026-03-10, when a share of 4,096 units of work pays 0.004096 ALEO. */
let mine: MiningWorld
beforeEach(async () => {
  mine = await openMiningWorld()
})
afterEach(() => mine.world.close())

const today = (of = mine.device): Promise<Today> => of.link.today()
const aleoToday = async (of = mine.device) =>
  (await today(of)).coins.find(({ currencyCode }) => currencyCode === 'ALEO')

describe('today of a device', () => {
  test('is what its user sees, and the same at its verified rate until midnight', async () => {
    await mine.mined(3)
    await mine.device.run(120)
    // Three shares in two minutes are 102.4 H/s, which goes on for 43,080 s.
    const reply = await today()
    expect(reply).toEqual({
      day: '2026-03-10',
      endsAt: Date.parse('2026-03-11T00:00:00Z') / 1000,
      serverTime: NOON / 1000 + 120,
      hashrate: 102.4,
      coins: [{ currencyCode: 'ALEO', soFar: '0.012288', wholeDay: '4.42368' }],
    })
    expect(await mine.aleo()).toMatchObject({ minedToday: '0.012288', cloudToday: '0' })
    const [shown] = (await mine.user.call(machineList, { page: 1 })).page.list
    expect(shown?.hashrate).toBe(reply.hashrate)
  })

  test('is its own: other devices of its user, and of others, add nothing', async () => {
    const second = await mine.world.device(mine.user)
    const stranger = await mine.world.device(await mine.world.user())
    await mine.mined(2, second)
    await stranger.mine(1)
    await mine.mined(1)
    const amounts = await Promise.all([mine.device, second].map(async (one) => (await aleoToday(one))?.soFar))
    expect(amounts).toEqual(['0.004096', '0.008192'])
    expect(await mine.aleo()).toMatchObject({ minedToday: '0.012288' })
  })

  test('begins at midnight of UTC, with the rate of the new day', async () => {
    await mine.mined(3)
    await mine.world.query(`insert into rates values ('aleo', 'ALEO', '2026-03-11', 2000000000000, now())`)
    expect(await aleoToday()).toMatchObject({ soFar: '0.012288' })
    mine.at('2026-03-11T00:00:00Z')
    expect(await today()).toMatchObject({
      day: '2026-03-11',
      hashrate: 0,
      coins: [{ currencyCode: 'ALEO', soFar: '0', wholeDay: '0' }],
    })
    await mine.mined(1)
    expect(await aleoToday()).toMatchObject({ soFar: '0.008192' })
    expect(await mine.aleo()).toMatchObject({ minedToday: '0.008192', settling: '0.012288' })
  })

  test('is unknown where the operator has set no rate, and nothing where it is nothing', async () => {
    await mine.mined(1)
    await mine.world.query(`update rates set per_tera = 0 where coin = 'ALEO'`)
    expect(await aleoToday()).toMatchObject({ soFar: '0', wholeDay: '0' })
    await mine.world.query(`delete from rates where coin = 'ALEO'`)
    expect((await today()).coins).toEqual([{ currencyCode: 'ALEO', soFar: null, wholeDay: null }])
  })

  test('leaves out what was settled before the day was over, as the overview does', async () => {
    await mine.mined(2)
    mine.at('2026-03-11T04:00:00Z')
    await mine.settle()
    mine.at('2026-03-10T18:00:00Z')
    await mine.settle()
    await mine.mined(1)
    expect(await mine.aleo()).toMatchObject({ minedToday: '0.004096', frozen: '0.008192' })
    expect(await aleoToday()).toMatchObject({ soFar: '0.004096' })
  })

  test('is not told to a device that was unbound', async () => {
    await mine.user.call(unbindMachine, { id: mine.device.id })
    await expect(today()).rejects.toMatchObject({ name: 'UnboundError' })
  })
})

test('a window that asks all the time is refused, and reports go on', async () => {
  const limited = await openMiningWorld({ LIMITS: 'default' })
  try {
    for (let count = 0; count < 10; count += 1) await today(limited.device)
    await expect(today(limited.device)).rejects.toMatchObject({ name: 'UnreachableError' })
    expect(await limited.device.report()).toMatchObject({ accepted: 0 })
  } finally {
    await limited.world.close()
  }
})
