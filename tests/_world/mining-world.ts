import { expect } from 'vitest'
import { releaseDue } from '#service/money/earnings/release.ts'
import { settle } from '#service/money/earnings/settle.ts'
import type { Device } from './device.ts'
import { aleoOf } from './owner.ts'
import type { User } from './visitor.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

/** A world in which a share of 4,096 units of work earns 4,096 smallest units of ALEO, and nothing of other coins. */
export interface MiningWorld {
  readonly world: World
  readonly user: User
  readonly device: Device
  at(time: string): void
  /** Runs the jobs of 04:00 and 00:00 at the world's time. */
  settle(usersAtOnce?: number): Promise<void>
  release(): Promise<void>
  /** Mines shares of 4,096 units each, and loads the page, which keeps the session alive. */
  mined(shares: number, of?: Device): Promise<void>
  /** The overview's figures for ALEO. */
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
    settle: (users) => settle(world.running.ctx, users === undefined ? {} : { users }),
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
