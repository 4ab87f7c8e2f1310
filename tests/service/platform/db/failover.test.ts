import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userInfo } from '#lib/contract/accounts.ts'
import { machineList } from '#lib/contract/device-list.ts'
import { renameMachine } from '#lib/contract/devices.ts'
import { runTrackingChanges } from '#service/platform/db/change-tracking.ts'
import { connect } from '#service/platform/db/open.ts'
import { DatabaseUnavailableError } from '#service/platform/db/unavailable.ts'
import type { Device } from '#world/device.ts'
import { administer, createDatabase, type FreshDatabase } from '#world/postgres.ts'
import { sever } from '#world/sever.ts'
import type { User } from '#world/visitor.ts'
import { createWire, type Wire } from '#world/wire.ts'
import { createWorld, type World } from '#world/world.ts'

let database: FreshDatabase
let wire: Wire
let world: World
let user: User
let device: Device
beforeAll(async () => {
  database = await createDatabase()
  wire = await createWire(database.url)
  world = await createWorld({ settings: { DATABASE_URL: wire.url } })
  user = await world.user()
  device = await world.device(user)
})
afterAll(async () => {
  await world.close()
  await wire.close()
  await database.drop()
})

const readUser = async (lang = 'en') =>
  world.post(`/api${userInfo.path}`, { q: await world.sealed() }, { token: user.token, lang })
const readiness = async () => {
  const response = await fetch(`${world.address}/readyz`)
  return [response.status, await response.json()]
}
const rename = async (name: string) => {
  const q = await world.sealed({ id: device.id, name })
  return (await world.post(`/api${renameMachine.path}`, { q }, { token: user.token })).body.code
}
const nameNow = async () => (await user.call(machineList, { page: 1 })).page.list[0]?.name

test('while the database is away, calls say at once that nothing was changed, and one prober looks for it', async () => {
  wire.cut()
  expect(await readUser()).toMatchObject({
    status: 503,
    body: { code: 5003, msg: expect.stringContaining('Nothing was changed'), data: null },
  })
  expect(await readUser('zh')).toMatchObject({ status: 503, body: { msg: expect.stringContaining('未做任何更改') } })
  expect(await readiness()).toEqual([503, { ok: false, problem: 'database' }])
  const before = wire.attempts()
  const CALLS = 200
  for (let call = 0; call < CALLS; call += 1) expect((await readUser()).status).toBe(503)
  // The queue and the listener of live words reconnect on their own.
  expect(wire.attempts() - before).toBeLessThan(CALLS / 2)
  wire.heal()
  await expect.poll(async () => (await readUser()).status).toBe(200)
  const said = (text: string) => world.logLines.filter((line) => line.includes(text)).length
  expect([said('the database does not answer'), said('the database answers again')]).toEqual([1, 1])
})

test('a database that takes no writes makes the node unready, and its connections are not kept', async () => {
  const { pathname } = new URL(database.url)
  const name = pathname.slice(1)
  const others = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`
  const setReadOnly = (isOn: boolean) =>
    administer(async (client) => {
      await client.query(
        `alter database "${name}" ${isOn ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`,
      )
      // A standby that is promoted keeps its connections; a primary that becomes one drops them.
      if (isOn) await client.query(others)
    })
  await setReadOnly(true)
  await expect.poll(readiness).toEqual([503, { ok: false, problem: 'readOnly' }])
  expect(await readUser()).toMatchObject({ status: 503, body: { code: 5003 } })
  await setReadOnly(false)
  await expect.poll(async () => (await readUser()).status).toBe(200)
  await expect.poll(async () => (await readiness())[0]).toBe(200)
})

test('a server that refuses a connection has changed nothing', async () => {
  const role = `full_${new URL(database.url).pathname.slice(1)}`
  const urlWith = (parts: Partial<Pick<URL, 'username' | 'password' | 'pathname'>>) =>
    Object.assign(new URL(database.url), parts).href
  await administer(async (client) => {
    await client.query(`create role "${role}" login password 'right' connection limit 0`)
  })
  try {
    for (const [url, code] of [
      [urlWith({ username: role, password: 'right' }), '53300'],
      [urlWith({ pathname: '/absent' }), '3D000'],
      [urlWith({ username: role, password: 'wrong' }), '28P01'],
    ] as const) {
      const { db, close } = connect(url, () => undefined)
      const error: unknown = await runTrackingChanges(() => sql`select 1`.execute(db)).catch((cause: unknown) => cause)
      await close()
      expect(error).toBeInstanceOf(DatabaseUnavailableError)
      expect(error).toMatchObject({ cause: { code } })
    }
  } finally {
    await administer(async (client) => {
      await client.query(`drop role "${role}"`)
    })
  }
})

test('a call that loses its connection says "nothing was changed" only where that is true', async () => {
  let code = 0
  const renameTo = async (name: string) => {
    code = await rename(name)
  }
  const { statements } = await sever(wire.url, undefined, () => renameTo('Name 0'))
  const codes = new Set<number>()
  for (let at = 1; at <= statements.length; at += 1)
    for (const side of ['before', 'after'] as const) {
      const name = `Name ${side} ${at}`
      await sever(wire.url, { at, side }, () => renameTo(name))
      codes.add(code)
      const isRenamed = (await nameNow()) === name
      if (code === 5003) expect(isRenamed).toBe(false)
      if (code === 0) expect(isRenamed).toBe(true)
    }
  // The commit of a write is in doubt, and what comes before it is not.
  expect([codes.has(5003), codes.has(5000)]).toEqual([true, true])
})
