import { expect } from 'vitest'
import { releaseDue } from '#service/money/earnings/release.ts'
import { settle } from '#service/money/earnings/settle.ts'
import type { Device } from './device.ts'
import { aleoOf } from './owner.ts'
import type { User } from './visitor.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

/** A world in which a share of 4,096 units of work brings 4,096 smallest units of ALEO, and nothing of the other coins. */
export interface MiningWorld {
  readonly world: World
  readonly user: User
  readonly device: Device
  at(time: string): void
  /** What the jobs of 04:00 and 00:00 do, at the time of the world. */
  settle(usersAtOnce?: number): Promise<void>
  release(): Promise<void>
  /** Mines shares of 4,096 units each, and looks at the page, which keeps the session alive. */
  mined(shares: number, of?: Device): Promise<void>
  /** What the overview tells of ALEO. */
  aleo(of?: User): Promise<object | undefined>
  ledger(): Promise<object[]>
}

export async function openMiningWorld(
  settings: Record<string, string> = {},
  options: WorldOptions = {},
): Promise<MiningWorld> {
  const world = await createWorld({ ...options, settings })
  const user = await world.user()
  const device = await world.device(user)
  await world.query(`update rates set per_tera = case when coin = 'ALEO' then 1000000000000 else 0 end`)
  await world.query(`update projects set active = project = 'aleo'`)
  const aleo = (of = user) => aleoOf(of)
  return {
    world,
    user,
    device,
    at: (time) => world.clock.set(time),
    settle: (usersAtOnce) => settle(world.running.ctx, usersAtOnce),
    release: () => releaseDue(world.running.ctx.db, { now: world.clock.now() }),
    async mined(shares, of = device) {
      await of.ease()
      await world.query('delete from works where device_id = $1', [of.id])
      const { accepted } = await of.mine(shares)
      expect(accepted).toBe(shares)
      await aleo()
    },
    aleo,
    ledger: () => world.query('select * from transfers order by sequence'),
  }
}
