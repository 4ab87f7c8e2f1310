import { sql } from 'kysely'
import * as figures from '#lib/rules/ambassadors.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { LevelCause } from './tables.ts'

/** Figures of the programme; simulations in tests use smaller ones. */
export interface Figures {
  two: number
  three: number
  promotion: number
  demotion: number
  keepDevices: number
  keepDays: number
}

export const programme: Figures = {
  two: figures.LEVEL_2_DEVICES,
  three: figures.LEVEL_3_DEVICES,
  promotion: figures.PROMOTION_DAYS,
  demotion: figures.DEMOTION_DAYS,
  keepDevices: figures.KEEP_NEW_DEVICES,
  keepDays: figures.KEEP_DAYS,
}

export interface LevelChange {
  user_id: string
  level_before: number
  level_after: number
  cause: Extract<LevelCause, 'promoted' | 'demoted' | 'lapsed'>
}

/**
 * Updates the level of every ambassador by the day and those before it, in one statement: the status lapses without enough new
 * devices, a level falls after too many consecutive days with too few devices, and rises after enough days with enough.
 */
export async function moveLevels(
  db: Database,
  { day, now, by = programme }: { day: string; now: number; by?: Figures },
): Promise<LevelChange[]> {
  const { rows } = await sql<LevelChange>`
    with counted as (
      select a.user_id, a.level, a.since, d.direct, d.both_tiers,
        case when d.direct >= ${by.two} then a.days_two + 1 else 0 end as two,
        case when d.both_tiers >= ${by.three} then a.days_three + 1 else 0 end as three,
        case when (a.level = 2 and d.direct < ${by.two}) or (a.level = 3 and d.both_tiers < ${by.three})
          then a.days_below + 1 else 0 end as below,
        (select sum(fresh) from ambassador_days as recent
          where recent.user_id = a.user_id and recent.day > ${day}::date - ${by.keepDays}::int and recent.day <= ${day}) as fresh
      from ambassadors as a join ambassador_days as d on d.user_id = a.user_id and d.day = ${day}
      where a.level > 0 and a.since <= ${day}
    ), decided as (
      select *, case
        when ${day}::date - since >= ${by.keepDays}::int and fresh < ${by.keepDevices} then 'lapsed'
        when below >= ${by.demotion} then 'demoted'
        when (level = 1 and two >= ${by.promotion}) or (level = 2 and three >= ${by.promotion}) then 'promoted'
      end as cause
      from counted
    ), moved as (
      update ambassadors as a set
        level = case cause when 'lapsed' then 0 when 'demoted' then a.level - 1 when 'promoted' then a.level + 1 else a.level end,
        level_since = case when cause is null then a.level_since else ${day}::date + 1 end,
        days_two = two, days_three = three, days_below = case when cause is null then below else 0 end
      from decided where decided.user_id = a.user_id
      returning a.user_id, decided.level as level_before, a.level as level_after, cause
    )
    insert into ambassador_history (user_id, day, at, level_before, level_after, cause)
    select user_id, ${day}, ${new Date(now)}, level_before, level_after, cause from moved where cause is not null
    order by user_id
    returning user_id, level_before, level_after, cause`.execute(db)
  return rows
}
