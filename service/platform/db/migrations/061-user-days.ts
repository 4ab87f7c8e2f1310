import { type Kysely, sql } from 'kysely'

/** SQL that adds hours to days; `hours` has user_id, hour and work, one row for each user and hour. */
const addDays = (hours: string) => `
  with summed as (
    select user_id, (hour at time zone 'UTC')::date as day, extract(hour from hour at time zone 'UTC')::integer as place, work
    from (${hours}) as hours
  )
  insert into user_days (user_id, day, work)
  select user_id, day, array_agg(coalesce(work, 0) order by place)
  from (select user_id, day from summed group by 1, 2 having max(abs(work)) > 0) as days
    cross join generate_series(0, 23) as place left join summed using (user_id, day, place)
  group by 1, 2 order by 1, 2
  on conflict (user_id, day) do update set work = array(
    select kept + added from unnest(user_days.work, excluded.work) with ordinality as hours (kept, added, place)
    order by place)`

/**
 * Work of each user by UTC hour, a row a day. A trigger moves the sums of hours here as they are deleted, whichever
 * version's job deletes them: an hour's work is what is here and what is still there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_days (
      user_id text not null,
      day date not null,
      work bigint[] not null check (cardinality(work) = 24),
      primary key (user_id, day)
    )`.execute(db)
  // The sums of yesterday and today are never deleted, and older hours do not change: what is missing in them goes here.
  await sql
    .raw(
      addDays(`
        select user_id, hour, sum(work)::bigint as work from (
          select user_id, hour, work from device_hours join devices on devices.id = device_id
          union all
          select user_id, hour, -work from user_hours
        ) as whole
        where hour < ((now() at time zone 'UTC')::date - 1) at time zone 'UTC' group by 1, 2`),
    )
    .execute(db)
  await sql
    .raw(`create function keep_user_days() returns trigger language plpgsql as $$
      begin
        ${addDays('select user_id, hour, sum(work)::bigint as work from gone group by 1, 2')};
        return null;
      end $$`)
    .execute(db)
  await sql`
    create trigger keep_user_days after delete on user_hours referencing old table as gone
    for each statement execute function keep_user_days()`.execute(db)
}
