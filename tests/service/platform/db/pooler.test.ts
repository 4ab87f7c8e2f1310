import { afterAll, beforeAll, expect, test } from 'vitest'
import { userInfo } from '#lib/contract/accounts.ts'
import { renameMachine } from '#lib/contract/devices.ts'
import { withdrawalList } from '#lib/contract/withdrawals.ts'
import { readConfig } from '#service/platform/config.ts'
import { startService } from '#service/start.ts'
import { explainStartError } from '#service/start-error.ts'
import { fundUser } from '#world/funds.ts'
import { createOperator } from '#world/operator.ts'
import { type Pooler, startPooler } from '#world/pgbouncer.ts'
import { administer, createDatabase, type FreshDatabase, limitSessions } from '#world/postgres.ts'
import { openStream, ticketOf } from '#world/stream.ts'
import type { User } from '#world/visitor.ts'
import { walletOf, withdraw } from '#world/wallets.ts'
import { createWire, type Wire } from '#world/wire.ts'
import { createWorld, testSettings, type World } from '#world/world.ts'

let database: FreshDatabase
let other: FreshDatabase
let wire: Wire
let pooler: Pooler
let world: World

const nameOf = ({ url }: FreshDatabase): string => new URL(url).pathname.slice(1)
const urls = () => ({ DATABASE_URL: pooler.urlOf(database.url), DATABASE_DIRECT_URL: wire.url })

/** The sentence with which a start is refused. */
async function refusal(settings: Record<string, string>): Promise<string | undefined> {
  const config = readConfig({ ...testSettings('', world.dataDir), LIMITS: 'default', ...settings })
  const error: unknown = await startService(config).then(
    ({ close }) => close(),
    (cause: unknown) => cause,
  )
  return error === undefined ? undefined : explainStartError(error, config)
}

const set = (database: FreshDatabase, text: string) =>
  administer((client) => client.query(`alter role current_user in database "${nameOf(database)}" ${text}`))

beforeAll(async () => {
  database = await createDatabase()
  other = await createDatabase()
  wire = await createWire(database.url)
  pooler = await startPooler(wire.url)
  await administer((client) => limitSessions(client, nameOf(database), 9))
  world = await createWorld({ settings: urls() })
})
afterAll(async () => {
  await world.close()
  await pooler.close()
  await wire.close()
  await database.drop()
  await other.drop()
})

test('users of a node share few sessions: their calls, money and live messages are right', async () => {
  const users = await Promise.all(Array.from({ length: 12 }, () => world.user()))
  // More often than a statement is sent before it would be prepared.
  for (let round = 0; round < 4; round += 1)
    await Promise.all(users.flatMap((user) => [user.call(userInfo, {}), user.call(withdrawalList, { page: 1 })]))

  const [first, ...rest] = users as [User, ...User[]]
  const device = await world.device(first)
  await device.mine(2)
  const stream = await openStream(world.address, await ticketOf(first))
  await first.call(renameMachine, { id: device.id, name: 'Behind a pooler' })
  await expect.poll(() => stream.text()).toContain('data: news')
  stream.close()

  const wallets = await Promise.all(rest.map((user) => walletOf(user)))
  world.clock.advance(2 * 86_400)
  for (const user of rest) await fundUser(world, user, { ALEO: '20' })
  await Promise.all(
    rest.map((user, index) => withdraw(user, wallets[index] ?? expect.unreachable('no wallet'), { amount: '12' })),
  )
  const lists = await Promise.all(rest.map((user) => user.call(withdrawalList, { page: 1 })))
  expect(lists.map(({ records }) => records.length)).toEqual(rest.map(() => 1))

  const { rows } = await world.running.ctx.pool.query('select count(*)::int as count from pg_prepared_statements')
  expect(rows).toEqual([{ count: 0 }])
  const operate = createOperator(world, urls())
  expect(await operate('withdrawals')).toMatchObject({ code: 0, out: expect.stringContaining('ALEO') })
})

test('while the server is away, calls are refused at once, and answered when it is back', async () => {
  const user = await world.user()
  const status = async () =>
    (await world.post(`/api${userInfo.path}`, { q: await world.sealed() }, { token: user.token })).status
  expect(await status()).toBe(200)
  wire.cut()
  await expect.poll(status).toBe(503)
  wire.heal()
  await expect.poll(status).toBe(200)
})

test('a start says what a pooler lacks', async () => {
  const { DATABASE_URL } = urls()
  expect(await refusal({ DATABASE_URL })).toBe(
    'DATABASE_URL: it leads to PgBouncer: set DATABASE_DIRECT_URL to PostgreSQL itself, as docs/guides/run-in-production.md says.',
  )
  expect(await refusal({ DATABASE_URL, DATABASE_DIRECT_URL: DATABASE_URL })).toBe(
    'DATABASE_DIRECT_URL: it leads through a pooler, too. Set the address of PostgreSQL itself.',
  )
  expect(await refusal({ DATABASE_URL, DATABASE_DIRECT_URL: other.url })).toBe(
    `DATABASE_DIRECT_URL: it leads to the database ${nameOf(other)} of that server, and DATABASE_URL to ${nameOf(database)}. Both must lead to the same one.`,
  )
  const lacking = { DATABASE_URL: pooler.urlOf(other.url), DATABASE_DIRECT_URL: other.url }
  const inOther = `alter role ${new URL(other.url).username} in database ${nameOf(other)} set`
  expect(await refusal(lacking)).toBe(
    `DATABASE_URL: the sessions of its pooler lack settings. Run "${inOther} statement_timeout = '9s'; ${inOther} idle_in_transaction_session_timeout = '15s'; ${inOther} timezone = 'UTC';" in PostgreSQL, and then RECONNECT in PgBouncer.`,
  )
  // A limit that never ends a statement, and one that ends it sooner.
  await set(other, "set statement_timeout = '10s'")
  await set(other, "set idle_in_transaction_session_timeout = '2s'")
  await set(other, "set timezone = 'UTC'")
  await pooler.command('RECONNECT')
  await expect.poll(() => refusal(lacking)).toMatch(/Run "[^;]*statement_timeout = '9s';" in/)
  await set(other, "set statement_timeout = '4s'")
  await pooler.command('RECONNECT')
  await expect.poll(() => refusal(lacking)).toBeUndefined()
})
