import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayAfter } from '#lib/time/days.ts'
import { appoint } from '#service/rewards/ambassadors/applications.ts'
import { evaluateAmbassadors } from '#service/rewards/ambassadors/evaluate-days.ts'
import { levelsByModel, plantMoving, type Simulation } from '#world/forest.ts'
import { createWorld, type World } from '#world/world.ts'

const DAYS = Number(process.env.AMBASSADOR_DAYS ?? 30)
const USERS = Number(process.env.AMBASSADOR_USERS ?? 150)
const seed = Number(process.env.AMBASSADOR_SEED ?? randomBytes(4).readUInt32BE())
const FIRST = '2026-01-01'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function fill({ trees }: Simulation): Promise<void> {
  await world.query(
    `insert into users (id, username, name, password_hash, invite_code, inviter_id, created_at)
     select id, id || '@example.test', id, 'none', upper(id) || 'CODE', inviter, '2025-12-01'
     from unnest($1::text[], $2::text[]) as row (id, inviter)`,
    [trees.map(({ id }) => id), trees.map(({ inviter }) => inviter ?? null)],
  )
  await world.query(
    `insert into invitations (id, invitee_id, inviter_id, registered_at, lang)
     select id, id, inviter_id, created_at, 'en' from users where inviter_id is not null`,
  )
  const devices = trees.flatMap(({ id: owner, devices }) => devices.map(({ id }) => ({ id, owner })))
  await world.query(
    `insert into devices (id, user_id, name, hardware, gpu_count, miner_version, token_hash, state, difficulty, last_sequence, bound_at)
     select id, owner, 'PC', 'CPU', 0, '1', id, 'mining', 4096, 0, '2025-12-02' from unnest($1::text[], $2::text[]) as row (id, owner)`,
    [devices.map(({ id }) => id), devices.map(({ owner }) => owner)],
  )
  // A rate of 0, so that no money has to be settled: levels depend only on time and work.
  await world.query('update rates set per_tera = 0')
  await world.query('update point_rates set per_tera = 0')
}

/** A settled day: valid devices were online for five hours, others for four, which is not enough. */
async function pass({ trees, isValid }: Simulation, index: number): Promise<string> {
  const day = dayAfter(FIRST, index)
  const devices = trees.flatMap(({ devices }) => devices)
  await world.query(
    `insert into device_hours (device_id, hour, project, seconds, work, accepted, refused)
     select id, $2::timestamptz + make_interval(hours => n), 'aleo', 3600, 4096, 1, 0
     from unnest($1::text[], $3::int[]) as row (id, hours), generate_series(0, hours - 1) as n`,
    [devices.map(({ id }) => id), `${day}T00:00:00Z`, devices.map(({ id }) => (isValid(id, index) ? 5 : 4))],
  )
  await world.query(
    `with settled as (
       insert into settlements (day, begun_at, last_user, earnings, ended_at) values ($1, now(), '', 0, now())
     ) insert into invitation_days (day, part, last_invitee, ended_at) values ($1, 0, '', now())`,
    [day],
  )
  return day
}

test(`T16 on each of ${DAYS} days every account has the level of a plain model`, async () => {
  console.info(`ambassadors: AMBASSADOR_SEED=${seed}`)
  const simulation = plantMoving(seed, { users: USERS, days: DAYS })
  await fill(simulation)
  const expected = levelsByModel(simulation)
  const { ctx } = world.running
  let changes = 0
  for (let index = 0; index < DAYS; index += 1) {
    const day = dayAfter(FIRST, index)
    world.clock.set(`${day}T12:00:00Z`)
    for (const { id, approved } of simulation.trees)
      if (approved.includes(index))
        await appoint(ctx.db, { userId: id, by: 'test', reason: '', reasonZh: '', now: world.clock.now() })
    await pass(simulation, index)
    world.clock.set(`${dayAfter(day)}T04:30:00Z`)
    // Some mornings two nodes come at once, and some come twice.
    await Promise.all(Array.from({ length: 1 + (index % 3) }, () => evaluateAmbassadors(ctx, simulation.by)))
    const rows = await world.query<{ user_id: string; level: number }>('select user_id, level from ambassadors')
    const found = Object.fromEntries(rows.map(({ user_id, level }) => [user_id, level]))
    expect({ day, levels: found }).toEqual({ day, levels: Object.fromEntries(expected[index] ?? []) })
  }
  const causes = await world.query<{ cause: string; count: number }>(
    'select cause, count(*)::int as count from ambassador_history group by cause order by cause',
  )
  changes = causes.reduce((sum, { count }) => sum + count, 0)
  console.info(`${changes} changes: ${causes.map(({ cause, count }) => `${count} ${cause}`).join(', ')}`)
  const notified = await world.query<{ count: number }>(
    `select count(*)::int as count from user_messages where kind like 'ambassador%'`,
  )
  expect(notified).toEqual([{ count: changes }])
  // A run in which nothing rises and nothing falls would prove nothing.
  expect(causes.map(({ cause }) => cause)).toEqual(
    expect.arrayContaining(['appointed', 'demoted', 'lapsed', 'promoted']),
  )
})
