/**
 * The daily evaluation of ambassadors at 100,000 users in a random forest of invitations, each with a device and ten hours of a
 * day: how long a day takes from counting devices to levels and shares, and the calls of the screen beside it.
 * Run: `node tests/bench/ambassadors.ts [users=100000] [days=3]`. With BENCH_GATE=1 it fails over 60 s a day.
 */
import { sql } from 'kysely'
import { ambassadorDevices, ambassadorInfo } from '#lib/contract/ambassadors.ts'
import { inviteCount, inviteList } from '#lib/contract/invitations.ts'
import type { Context } from '#service/platform/context.ts'
import { evaluateAmbassadors } from '#service/rewards/ambassadors/evaluate-days.ts'
import { addAccount } from './ground/accounts.ts'
import { type Ground, onGround } from './ground/service.ts'
import { percentile } from './median.ts'

const [users = 100_000, days = 3] = process.argv.slice(2).map(Number)
const MAX_S = 60
const SLICE = 10_000
let failed = false

await onGround(measure)
if (failed && process.env.BENCH_GATE === '1') process.exitCode = 1

/**
 * Each account is invited by a random older one, the oldest by none: a few have thousands of invitees, most have none.
 */
async function fill({ db }: Ground, root: string): Promise<void> {
  await sql`select setseed(0.42)`.execute(db)
  await sql`
    insert into users (id, username, name, password_hash, invite_code, inviter_id, created_at)
    select 'u' || n, 'u' || n || '@forest.test', 'Forest ' || n, 'none', 'F' || n,
      case when n <= 20 then ${root} else 'u' || (1 + floor(power(random(), 3) * (n - 1)))::int end, now() - interval '60 days'
    from generate_series(1, ${users}::int) n`.execute(db)
  await sql`
    insert into invitations (id, invitee_id, inviter_id, registered_at, lang)
    select id, id, inviter_id, created_at, 'en' from users where inviter_id is not null`.execute(db)
  for (let first = 1; first <= users; first += SLICE) {
    await sql`
      insert into devices (id, user_id, name, hardware, gpu_count, miner_version, token_hash, state, difficulty,
        last_sequence, bound_at)
      select 'd' || n, 'u' || n, 'PC', 'Forest', 0, '1', 'f' || n, 'mining', 4096, 1, now() - interval '50 days'
      from generate_series(${first}::int, ${Math.min(users, first + SLICE - 1)}::int) n`.execute(db)
  }
  // The 500 accounts with the most invitees are ambassadors of every level.
  await sql`
    insert into ambassadors (user_id, level, since, level_since)
    select inviter_id, 1 + row_number() over () % 3, current_date - 20, current_date - 20
    from (select inviter_id, count(*) from invitations group by 1 order by 2 desc limit 500) as most`.execute(db)
  await sql`
    insert into ambassador_history (user_id, day, at, level_before, level_after, cause)
    select user_id, since, now(), 0, level, 'approved' from ambassadors`.execute(db)
}

/** A settled day of ten hours for every device, with its earnings. */
async function addDay({ db }: Ground, back: number): Promise<void> {
  for (let first = 1; first <= users; first += SLICE)
    await sql`
      insert into device_hours (device_id, hour, project, seconds, work, accepted, refused)
      select 'd' || n, (current_date - ${back}::int)::timestamptz + make_interval(hours => h), 'aleo', 3600, 1000000000, 10, 0
      from generate_series(${first}::int, ${Math.min(users, first + SLICE - 1)}::int) n, generate_series(0, 9) h`.execute(
      db,
    )
  await sql`
    insert into earnings (id, user_id, coin, type, source_id, day, work, amount, settled_at, release_at)
    select 'e' || ${back}::int || '-' || n, 'u' || n, 'ALEO', 'pc', 'd' || n, current_date - ${back}::int, 1000, 8333, now(), now()
    from generate_series(1, ${users}::int) n`.execute(db)
  await sql`
    with settled as (
      insert into settlements (day, begun_at, last_user, earnings, ended_at)
      values (current_date - ${back}::int, now(), '', ${users}::int, now())
    ) insert into invitation_days (day, part, last_invitee, ended_at)
    values (current_date - ${back}::int, 0, '', now())`.execute(db)
}

async function measure(ground: Ground): Promise<void> {
  const { db, visitor } = ground
  const reader = await addAccount(db, { name: 'root', devices: 0, difficulty: 4096 })
  await fill(ground, reader.id)
  await sql`analyze`.execute(db)
  const ctx = { db, clock: { now: Date.now } } as unknown as Context
  for (let back = days; back > 0; back -= 1) {
    await addDay(ground, back)
    const began = performance.now()
    await evaluateAmbassadors(ctx)
    const seconds = (performance.now() - began) / 1000
    line(`day ${days - back + 1}, s`, seconds.toFixed(1), seconds <= MAX_S)
  }
  const { rows } = await sql<{ users: number; devices: number; changes: number; shares: number }>`
    select (select count(*)::int from ambassador_days) as users, (select max(both_tiers) from ambassador_days) as devices,
      (select sum(changes)::int from ambassador_evaluations) as changes,
      (select count(*)::int from ambassador_profits) as shares`.execute(db)
  line('rows of days, most devices, changes, shares', Object.values(rows[0] ?? {}).join(', '))
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const reads = {
    info: () => visitor(reader.token).call(ambassadorInfo, {}),
    devices: () => visitor(reader.token).call(ambassadorDevices, { startDate: day(13), endDate: day(0) }),
    count: () => visitor(reader.token).call(inviteCount, {}),
    list: () => visitor(reader.token).call(inviteList, { page: 1 }),
  }
  for (const [name, ask] of Object.entries(reads)) {
    const ms: number[] = []
    for (let round = 0; round < 20; round += 1) {
      const start = performance.now()
      await ask()
      ms.push(performance.now() - start)
    }
    line(`${name}, ms p50 / p95 with sealing`, `${percentile(ms, 0.5).toFixed(1)} / ${percentile(ms, 0.95).toFixed(1)}`)
  }
}

function line(name: string, value: string, held?: boolean): void {
  console.log(`${name.padEnd(48)} ${value}${held === undefined ? '' : held ? '  ok' : '  TOO MUCH'}`)
  if (held === false) failed = true
}
