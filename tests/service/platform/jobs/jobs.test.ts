import { afterAll, beforeAll, expect, test } from 'vitest'
import { captchaImage, emailVerifyCode, login } from '#lib/contract/accounts.ts'
import { allQueues } from '#service/features.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function run(name: string): Promise<void> {
  const queue = allQueues(world.running.ctx).find((one) => one.name === name)
  if (!queue) throw new Error(`there is no queue ${name}`)
  await queue.run(null)
}
const count = async (table: string) =>
  Number((await world.query<{ count: string }>(`select count(*) from ${table}`))[0]?.count)

test('are scheduled in UTC, under their names', async () => {
  const rows = await world.query('select name, cron, timezone from pgboss.schedule order by name')
  const expected = allQueues(world.running.ctx).flatMap(({ name, cron }) =>
    cron ? [{ name, cron, timezone: 'UTC' }] : [],
  )
  expect(rows).toEqual(expected.sort((a, b) => (a.name < b.name ? -1 : 1)))
  expect(rows.length).toBeGreaterThanOrEqual(2)
})

test('are dropped when no node has taken them within an hour, those of one hour of the day within a day', async () => {
  const rows = await world.query<{ cron: string; seconds: number }>(
    `select cron, (options ->> 'retentionSeconds')::int as seconds from pgboss.schedule`,
  )
  const crons = (seconds: number) => rows.filter((row) => row.seconds === seconds).map(({ cron }) => cron)
  expect(crons(86_400)).toContain('30 5 * * *')
  expect(crons(3_600)).toContain('* * * * *')
  expect(crons(3_600).every((cron) => / \* \* \* \*$/.test(cron))).toBe(true)
  expect([...crons(3_600), ...crons(86_400)]).toHaveLength(rows.length)
})

test("are not scheduled with a set clock: the machine's times would come at any moment of it", async () => {
  expect(await world.query('select cron_on from pgboss.version')).toEqual([{ cron_on: null }])
})

test('delete expired nonces, codes and captchas, and no others', async () => {
  const { ctx } = world.running
  await world.query('delete from nonces')
  await world.visitor().call(emailVerifyCode, { username: 'old@example.test', scene: 'register' })
  await ctx.captcha.create(world.clock.now())
  world.clock.advance(301)
  await world.visitor().call(captchaImage, {})
  await ctx.captcha.create(world.clock.now())
  expect([await count('nonces'), await count('email_codes'), await count('captchas')]).toEqual([2, 1, 2])
  await run('forget-expired')
  expect([await count('nonces'), await count('email_codes'), await count('captchas')]).toEqual([2, 1, 1])
  world.clock.advance(301)
  await run('forget-expired')
  expect([await count('nonces'), await count('email_codes'), await count('captchas')]).toEqual([1, 0, 0])
})

test('H5 never delete a nonce while its request could still open', async () => {
  const user = await world.user()
  const timestamp = world.clock.now() / 1000 + 300
  const { createSignature } = await import('#lib/crypto/signature.ts')
  const ahead = createSignature({ now: timestamp * 1000, versionNo: '0.1.0', salt: 'idleforge' })
  const q = await world.sealer.seal({ ...ahead })
  const send = () => world.post('/api/user/info', { q }, { token: user.token })
  expect((await send()).body.code).toBe(0)
  for (const seconds of [300, 299, 1, 1]) {
    world.clock.advance(seconds)
    await run('forget-expired')
    expect((await send()).status).toBe(400)
  }
})

test('delete budgets whose window has passed', async () => {
  await world.query(`insert into rate_limits values ('old:x', 1, 1), ('live:x', 1, 9999999999999)`)
  await run('forget-expired')
  const rows = await world.query(`select key from rate_limits where key in ('old:x', 'live:x')`)
  expect(rows).toEqual([{ key: 'live:x' }])
})

test('delete expired works with their shares, and keep the counts', async () => {
  const user = await world.user()
  const device = await world.device(user)
  await device.mine(2)
  const works = await count('works')
  expect(works).toBeGreaterThan(0)
  world.clock.advance(40 * 60)
  await run('forget-shares')
  expect([await count('works'), await count('shares')]).toEqual([works, 2])
  world.clock.advance(1)
  await run('forget-shares')
  expect([await count('works'), await count('shares')]).toEqual([0, 0])
  expect(await world.query('select accepted from device_hours where device_id = $1', [device.id])).toEqual([
    { accepted: 2 },
  ])
})

test("delete a device's own events after 90 days, and keep acts on it", async () => {
  const user = await world.user()
  const device = await world.device(user)
  await device.report()
  await device.report({ shares: [{ workId: 'none', nonce: '0'.repeat(16) }] })
  const kinds = async () =>
    (await world.query('select kind from device_events where device_id = $1 order by kind', [device.id])).map(
      ({ kind }) => kind,
    )
  world.clock.advance(90 * 86_400)
  await run('forget-log')
  expect(await kinds()).toEqual(['bound', 'online', 'refused'])
  world.clock.advance(1)
  await run('forget-log')
  expect(await kinds()).toEqual(['bound'])
})

test('are not queued when the transaction that sends them fails', async () => {
  const { ctx } = world.running
  const before = await world.queuedLetters()
  const rolledBack = ctx.db.transaction().execute(async (db) => {
    await ctx.jobs.send(db, 'mail', { box: 'x' })
    throw new Error('undone')
  })
  await expect(rolledBack).rejects.toThrow('undone')
  expect(await world.queuedLetters()).toBe(before)
})

test('that fail are logged and retried, and block no others', async () => {
  const { ctx } = world.running
  await ctx.db.transaction().execute((db) => ctx.jobs.send(db, 'mail', { box: 'no box of ours' }))
  await world.visitor().call(emailVerifyCode, { username: 'beside@example.test', scene: 'register' })
  expect((await world.letter('beside@example.test')).code).toMatch(/^\d{6}$/)
  const retried = `select retry_count from pgboss.job where name = 'mail' and state = 'retry'`
  await expect.poll(() => world.query(retried)).toHaveLength(1)
  expect(world.logLines.some((line) => line.includes('"msg":"a job failed and will be retried"'))).toBe(true)
})

test('keep ended sessions, so that known browsers stay known', async () => {
  const user = await world.user()
  world.clock.advance(40 * 86_400)
  await run('forget-expired')
  const before = await world.queuedLetters()
  await world.visitor().call(login, { username: user.email, password: user.digest, plat: 'web' })
  expect(await world.queuedLetters()).toBe(before)
})

test('a letter whose node was killed is sent again after a minute', async () => {
  expect(await world.query(`select expire_seconds from pgboss.queue where name = 'mail'`)).toEqual([
    { expire_seconds: 60 },
  ])
})
