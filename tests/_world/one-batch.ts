import pg from 'pg'
import { expect } from 'vitest'
import type { Device } from './device.ts'
import type { World } from './world.ts'

/** Runs calls of devices that share one batch: they come while the report of another waits for a lock. */
export async function inOneBatch<T>(
  world: World,
  opener: Device,
  calls: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const { load } = world.running.ctx
  const lock = new pg.Client(world.databaseUrl)
  await lock.connect()
  try {
    await lock.query('begin; lock table device_controls in access exclusive mode')
    const opened = opener.report()
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await lock.query(waiting)).rowCount).toBe(1)
    const results = Promise.allSettled(calls.map((call) => call()))
    await expect.poll(() => load.atWork()).toBe(calls.length + 1)
    await lock.query('commit')
    await opened
    return await results
  } finally {
    await lock.end()
  }
}
