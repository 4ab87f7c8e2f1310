import { sql } from 'kysely'
import { VALID_DEVICE_SECONDS } from '#lib/rules/ambassadors.ts'
import { dayAfter, startOf } from '#lib/time/days.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'

/**
 * Counts the valid devices of a settled day by account: online for long enough, with verified work. A machine counts once, for the
 * account that bound it first, and is new only on its first valid day.
 */
export async function countValid(
  { validDevices }: Pick<Context, 'validDevices'>,
  db: Database,
  day: string,
): Promise<void> {
  const [from, to] = [new Date(startOf(day)), new Date(startOf(dayAfter(day)))]
  await sql`
    with online as materialized (
      select device_id from device_hours where hour >= ${from} and hour < ${to}
      group by device_id having sum(seconds) > ${VALID_DEVICE_SECONDS} and sum(work) > 0
    ), valid as materialized (
      select distinct on (coalesce(machine, id)) id, user_id, machine, first_valid_day
      from devices join online on device_id = id order by coalesce(machine, id), bound_at, id
    ), noted as (
      ${validDevices.settingFirstDay(day)}
    )
    insert into valid_devices (day, user_id, devices, fresh)
    select ${day}, user_id, count(*), count(*) filter (where first_valid_day is null and not exists (
      select from devices as other where other.machine = valid.machine and other.first_valid_day < ${day}::date
    ))
    from valid group by user_id`.execute(db)
}

/**
 * Sums the valid devices of each account's invitees on the day, over one and two invite levels, with the level that it held. Held
 * and refused invitations do not count.
 */
export async function countTiers(db: Database, day: string): Promise<void> {
  await sql`
    with counted as materialized (
      select invitee_id, inviter_id from invitations where review in ('open', 'accepted')
    ), direct as materialized (
      select inviter_id as user_id, sum(devices) as devices, sum(fresh) as fresh
      from valid_devices join counted on invitee_id = user_id where day = ${day} group by inviter_id
    ), second as (
      select inviter_id as user_id, sum(devices) as devices
      from direct join counted on invitee_id = user_id group by inviter_id
    ), levels as (
      select user_id, level from ambassadors where level > 0 and since <= ${day}
    )
    insert into ambassador_days (user_id, day, level, direct, both_tiers, fresh)
    select user_id, ${day}, coalesce(level, 0), coalesce(direct.devices, 0),
      coalesce(direct.devices, 0) + coalesce(second.devices, 0), coalesce(direct.fresh, 0)
    from direct full join second using (user_id) full join levels using (user_id)`.execute(db)
}
