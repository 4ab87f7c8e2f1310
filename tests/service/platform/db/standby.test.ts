import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailVerifyCode, userInfo } from '#lib/contract/accounts.ts'
import { renameMachine } from '#lib/contract/devices.ts'
import type { Device } from '#world/device.ts'
import { administer, createDatabase, type FreshDatabase } from '#world/postgres.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let database: FreshDatabase
let world: World
let user: User
let device: Device
beforeAll(async () => {
  database = await createDatabase()
  const name = new URL(database.url).pathname.slice(1)
  await administer((client) => client.query(`alter role current_user in database ${name} set synchronous_commit = on`))
  world = await createWorld({ settings: { DATABASE_URL: database.url } })
  user = await world.user()
  device = await world.device(user)
})
afterAll(async () => {
  await setStandby('')
  await world.close()
  await database.drop()
})

const setStandby = (name: string) =>
  administer(async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${name}'`)
    await client.query('select pg_reload_conf()')
  })

const WAITING = `from pg_stat_activity where wait_event = 'SyncRep' and datname = current_database()`
const ofDatabase = <T>(text: string) =>
  administer(async (client) => (await client.query(text)).rows as T[], database.url)
/** The statements that wait for a standby. */
const waiting = async () => (await ofDatabase<{ query: string }>(`select query ${WAITING}`)).map(({ query }) => query)

/** Whether a commit waits already: the server learns of the standby's name some time later. */
async function isMissed(): Promise<boolean> {
  let isDone = false
  const probe = ofDatabase(`select pg_logical_emit_message(true, 'probe', '')`).then(() => {
    isDone = true
  })
  await expect.poll(async () => isDone || (await waiting()).length > 0).toBe(true)
  const found = !isDone
  if (found) await ofDatabase(`select pg_cancel_backend(pid) ${WAITING}`)
  await probe
  return found
}

test('what a call writes waits for the standby, and its nonce and the time of its session do not', async () => {
  await setStandby('absent')
  await expect.poll(isMissed).toBe(true)
  world.clock.advance(120)
  await user.call(userInfo, {})
  const seen = 'select last_seen_at from sessions where user_id = $1'
  expect(await world.query(seen, [user.info.id])).toEqual([{ last_seen_at: new Date(world.clock.now()) }])
  const envelope = { q: await world.sealed() }
  const read = () => world.post(`/api${userInfo.path}`, envelope, { token: user.token })
  expect((await read()).status).toBe(200)
  expect((await read()).body).toMatchObject({ code: 4000 })
  // Without a session the nonce is stored by another statement.
  const refused = world.post(`/api${emailVerifyCode.path}`, { q: await world.sealed({}) })
  expect((await refused).body.code).not.toBe(0)
  expect(await waiting()).toEqual([])

  let isAnswered = false
  const write = user.call(renameMachine, { id: device.id, name: 'Behind a standby' }).then(() => {
    isAnswered = true
  })
  await expect.poll(waiting).not.toEqual([])
  expect(isAnswered).toBe(false)
  await setStandby('')
  await write
})
