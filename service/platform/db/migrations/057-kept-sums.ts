import { type Kysely, sql } from 'kysely'

/** SQL of additions to the sums of hours; `changes` has user_id, device_id, project, hour, seconds and work. In the order of the keys, so that statements cannot deadlock. */
const addHours = (changes: string, condition = '') => `
  insert into user_hours (user_id, hour, slot, seconds, work)
  select user_id, hour, hashtext(device_id) & 15, sum(seconds), sum(work) from (${changes}) as change
  group by 1, 2, 3 having sum(seconds) <> 0 or sum(work) <> 0 order by 1, 2, 3
  on conflict (user_id, hour, slot) do update set seconds = user_hours.seconds + excluded.seconds,
    work = user_hours.work + excluded.work;
  insert into device_days (user_id, day, device_id, project, work)
  select user_id, (hour at time zone 'UTC')::date, device_id, project, sum(work) from (${changes}) as change
  group by 1, 2, 3, 4 ${condition} order by 1, 2, 3, 4
  on conflict (user_id, day, device_id, project) do update set work = device_days.work + excluded.work;`

/** Rows of a transition table with their user, found by index whatever the planner expects. */
const ofUsers = (table: string, sign: string) => `
  select owner.user_id, device_id, project, hour, ${sign}seconds as seconds, ${sign}work as work from ${table}
  cross join lateral (select user_id from devices where id = device_id offset 0) as owner`

/** SQL of additions to the sums of earnings; `changes` are rows of earnings with a sign. */
const addEarnings = (changes: string) => `
  insert into earning_sums (user_id, day, coin, type, part, release_at, is_released, amount, sources)
  select user_id, day, coin, type, part, release_at, released_at is not null, sum(sign * amount), sum(sign)
  from (${changes}) as change group by 1, 2, 3, 4, 5, 6, 7 having sum(sign) <> 0 or sum(sign * amount) <> 0
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict (user_id, day, coin, type, part, release_at, is_released)
    do update set amount = earning_sums.amount + excluded.amount, sources = earning_sums.sources + excluded.sources;`

async function createTriggers(
  db: Kysely<unknown>,
  table: string,
  on: { insert: string; update: string },
): Promise<void> {
  for (const [event, body] of Object.entries(on)) {
    const name = `sum_${table}_${event}`
    const tables = event === 'insert' ? 'new table as fresh' : 'old table as stale new table as fresh'
    await sql
      .raw(`create function ${name}() returns trigger language plpgsql as $$
        begin
          if exists (select from fresh) then ${body} end if;
          return null;
        end $$`)
      .execute(db)
    await sql
      .raw(
        `create trigger ${name} after ${event} on ${table} referencing ${tables} for each statement execute function ${name}()`,
      )
      .execute(db)
  }
}

/** A statement of several is split: a prepared one is a single one. */
async function run(db: Kysely<unknown>, statements: string): Promise<void> {
  for (const statement of statements.split(';')) if (statement.trim() !== '') await sql.raw(statement).execute(db)
}

/**
 * Sums that grow with days instead of devices and hours. Triggers keep them, so that a node of the version before keeps them, too. The history
 * is summed before the triggers lock the tables, and what came meanwhile after it: hours before the
 * last two are complete, and an earning changes no more once it is released.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Verified work in the rate window before the last report, and the report that it is of: a node of the version before leaves both as they are.
  await sql`alter table devices add column recent_work bigint, add column recent_work_at timestamptz`.execute(db)
  // In slots by device, because all devices of a user report at once.
  await sql`
    create table user_hours (
      user_id text not null,
      hour timestamptz not null,
      slot smallint not null,
      seconds bigint not null,
      work bigint not null,
      primary key (user_id, hour, slot)
    ) with (fillfactor = 70)`.execute(db)
  await sql`
    create table device_days (
      user_id text not null,
      day date not null,
      device_id text not null,
      project text not null,
      work numeric(60, 0) not null,
      primary key (user_id, day, device_id, project)
    ) with (fillfactor = 70)`.execute(db)
  await sql`create index device_days_by_day on device_days (day)`.execute(db)
  await sql`create index user_hours_by_hour on user_hours (hour)`.execute(db)
  await sql`
    create table earning_sums (
      user_id text not null,
      day date not null,
      coin text not null,
      type text not null,
      part smallint not null,
      release_at timestamptz not null,
      is_released boolean not null,
      amount numeric(60, 0) not null,
      sources bigint not null,
      primary key (user_id, day, coin, type, part, release_at, is_released)
    )`.execute(db)
  // Estimates begin after the last settled day, and the heat of hours yesterday.
  const { rows } = await sql<{ settled_from: string; filled_to: string }>`
    select least(coalesce((select max(day) from settlements where ended_at is not null), '-infinity'),
        (now() at time zone 'UTC')::date - 2)::text as settled_from,
      (date_trunc('hour', now()) - interval '2 hours')::text as filled_to`.execute(db)
  const [first] = rows
  const hours = (condition: string) => `
    select user_id, device_id, project, hour, seconds, work from device_hours join devices on devices.id = device_id
    where ${condition} and hour >= '${first?.settled_from}'::date at time zone 'UTC'`
  await run(db, addHours(hours(`hour < '${first?.filled_to}'`)))
  await createTriggers(db, 'device_hours', {
    insert: addHours(ofUsers('fresh', '')),
    // A device without work has its days, too, but they do not change with its time.
    update: addHours(`${ofUsers('fresh', '')} union all ${ofUsers('stale', '-')}`, 'having sum(work) <> 0'),
  })
  await run(db, addHours(hours(`hour >= '${first?.filled_to}'`)))
  const isOld = `released_at < '${first?.filled_to}'`
  await run(db, addEarnings(`select *, 1 as sign from earnings where ${isOld}`))
  await createTriggers(db, 'earnings', {
    insert: addEarnings('select *, 1 as sign from fresh'),
    update: `${addEarnings('select *, 1 as sign from fresh union all select *, -1 from stale')}
      delete from earning_sums as summed using (select distinct user_id, day from stale) as changed
      where summed.user_id = changed.user_id and summed.day = changed.day and sources = 0;`,
  })
  await run(db, addEarnings(`select *, 1 as sign from earnings where (${isOld}) is not true`))
}
