import { afterEach, beforeEach, expect, test } from 'vitest'
import * as contract from '#lib/contract/alerts.ts'
import type { Limits } from '#service/platform/http/limits.ts'
import { createDatabase, type FreshDatabase } from '#world/postgres.ts'
import { createLoopbackOutbound, openReceiver, type Receiver } from '#world/receiver.ts'
import { createWire, type Wire } from '#world/wire.ts'
import { createWorld, type World } from '#world/world.ts'

/** A limit in the database is a write before the delivery, of which a call does not always know. */
const noLimits: Limits = {
  spend: async () => undefined,
  count: async () => true,
  isUsedUp: async () => false,
  refund: async () => undefined,
  reset: async () => undefined,
}

let database: FreshDatabase
let wire: Wire
let receiver: Receiver
let world: World
beforeEach(async () => {
  database = await createDatabase()
  wire = await createWire(database.url)
  receiver = await openReceiver()
  const outbound = createLoopbackOutbound()
  const post: typeof outbound.post = async (...parts) => {
    const answer = await outbound.post(...parts)
    wire.cut()
    // A statement on a connection whose end is not noticed yet would be sent, and count as a write.
    await expect.poll(() => world.running.ctx.pool.totalCount).toBe(0)
    return answer
  }
  world = await createWorld({
    settings: { DATABASE_URL: wire.url },
    overrides: { outbound: { ...outbound, post } },
  })
})
afterEach(async () => {
  wire.heal()
  await world.close()
  await receiver.close()
  await wire.close()
  await database.drop()
})

test('a test alert that has arrived is in doubt, and not undone, when the database is lost then', async () => {
  const user = await world.user()
  await user.call(contract.saveWebhook, { url: `${receiver.url}/hook` })
  Object.assign(world.running.ctx, { limits: noLimits })
  const q = await world.sealed({ channel: 'webhook' })
  const { status, body } = await world.post(`/api${contract.testAlert.path}`, { q }, { token: user.token, lang: 'en' })
  expect(receiver.posted).toHaveLength(1)
  expect([status, body.code]).toEqual([500, 5000])
})
