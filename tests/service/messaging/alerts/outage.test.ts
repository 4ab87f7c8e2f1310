import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchSilence } from '#service/messaging/alerts/devices.ts'
import { dispatchAlerts } from '#service/messaging/notify/dispatch.ts'
import { notifyAll } from '#service/messaging/notify/notify.ts'
import { createWorld, type World } from '#world/world.ts'

/** More users than one statement, and several batches of the outbox. */
const USERS = 1_234

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const db = () => world.running.ctx.db
const count = async (table: 'user_messages' | 'alerts_untold') => {
  const { rows } = await sql<{ count: string }>`select count(*) from ${sql.table(table)}`.execute(db())
  return Number(rows[0]?.count)
}

/** Users with two devices each, all of which were last seen an hour ago. */
async function addSilentFleet() {
  const seen = new Date(world.clock.now() - 3_600_000)
  await sql`
    insert into users (id, username, name, password_hash, invite_code, created_at)
    select 'u' || n, 'u' || n || '@outage.test', 'User ' || n, 'none', 'O' || n, ${seen}
    from generate_series(1, ${USERS}::int) n`.execute(db())
  await sql`
    insert into devices (id, user_id, name, hardware, gpu_count, miner_version, token_hash, state, difficulty,
      last_sequence, bound_at, online_since, last_seen_at)
    select 'd' || n || '-' || k, 'u' || n, 'PC ' || k, 'Outage', 0, '1.0.0', 'o' || n || '-' || k, 'mining', 4096, 1,
      ${seen}, ${seen}, ${seen}
    from generate_series(1, ${USERS}::int) n, generate_series(1, 2) k`.execute(db())
}

test('an outage of a whole network is one message for each user, and each is dispatched once', async () => {
  await addSilentFleet()
  await watchSilence(world.running.ctx)
  expect(await count('user_messages')).toBe(USERS)
  expect(await count('alerts_untold')).toBe(USERS)
  await Promise.all([dispatchAlerts(world.running.ctx), dispatchAlerts(world.running.ctx)])
  expect(await count('alerts_untold')).toBe(0)
  const jobs = await sql<{ users: string; jobs: string }>`
    select count(distinct data->>'userId') as users, count(*) as jobs from pgboss.job where name = 'alert'`.execute(
    db(),
  )
  expect(jobs.rows).toEqual([{ users: String(USERS), jobs: String(USERS) }])
  await watchSilence(world.running.ctx)
  expect(await count('user_messages')).toBe(USERS)
})

test('messages of one statement are stored once for each source, as read for those who have switched them off', async () => {
  const [off, on] = [await world.user(), await world.user()]
  await sql`insert into alert_choices (user_id, event, channel, is_on) values (${off.info.id}, 'offline', 'app', false)`.execute(
    db(),
  )
  const at = world.clock.now()
  const values = { name: 'Den', names: 'Den', count: '1', time: '2026-03-10 12:00' }
  const news = (userId: string, source: string) => ({ userId, source, kind: 'deviceOffline' as const, values, at })
  const all = [news(off.info.id, 'a'), news(on.info.id, 'a'), news(on.info.id, 'a'), news(on.info.id, 'b')]
  await db()
    .transaction()
    .execute((tx) => notifyAll(tx, all))
  await db()
    .transaction()
    .execute((tx) => notifyAll(tx, all))
  const { rows } = await sql<{ user_id: string; source: string; is_read: boolean }>`
    select user_id, source, read_at is not null as is_read from user_messages where kind = 'deviceOffline'`.execute(
    db(),
  )
  const found = rows.map((row) => `${row.user_id === on.info.id ? 'on' : 'off'} ${row.source} ${row.is_read}`)
  expect(found.sort()).toEqual(['off a true', 'on a false', 'on b false'])
})

test('a value that the database cannot store loses no message of the batch', async () => {
  const user = await world.user()
  const values = { name: 'a\0b\uD800c', names: 'Den', count: '1', time: '2026-03-10 12:00' }
  const at = world.clock.now()
  const news = { userId: user.info.id, source: 'odd', kind: 'deviceOffline' as const, values, at }
  await db()
    .transaction()
    .execute((tx) => notifyAll(tx, [news, { ...news, source: 'other', values: { ...values, name: 'Den' } }]))
  const { rows } = await sql<{ name: string }>`
    select details->>'name' as name from user_messages where kind = 'deviceOffline' order by source`.execute(db())
  expect(rows.map(({ name }) => name)).toEqual(['a\uFFFDb\uFFFDc', 'Den'])
})
