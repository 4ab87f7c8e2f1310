import { sql } from 'kysely'
import { earningType } from '#lib/contract/earnings.ts'
import type { Coin } from '#lib/money/coins.ts'
import { dayAfter } from '#lib/time/days.ts'
import { addEarnings } from '#service/money/earnings/add-earnings.ts'
import { ofPlatform, ofUser } from '#service/money/ledger/accounts.ts'
import { post, type Transfer } from '#service/money/ledger/post.ts'
import type { Database } from '#service/platform/db/open.ts'

/** Transfers of one call of `post`. */
const BATCH = 2000

/** Operation key that credits an ambassador's share of a day and coin. */
export const shareOperation = (of: { day: string; userId: string; coin: Coin }): string =>
  `settle/${of.day}/${of.userId}/${of.coin}/${earningType.ambassador}`

/**
 * Credits ambassadors with their share of what invitees over two invite levels mined on a settled day, by the level held on it. The
 * platform pays the shares; they are frozen and released like all earnings.
 */
export async function payShares(db: Database, day: string, now: number): Promise<void> {
  await sql`
    with rated as (
      select user_id, held.level, tier, basis_points
      from ambassador_days as held
      join lateral (
        select distinct on (tier) tier, basis_points from ambassador_rates
        where ambassador_rates.level = held.level and from_day <= ${day} order by tier, from_day desc
      ) as rate on basis_points > 0
      where held.day = ${day} and held.level > 0
    ), counted as materialized (
      select invitee_id, inviter_id from invitations where review in ('open', 'accepted')
    ), brought as (
      select inviter_id as user_id, 1 as tier, invitee_id from counted
      union all
      select up.inviter_id, 2, low.invitee_id from counted as low join counted as up on up.invitee_id = low.inviter_id
    ), mined as (
      select user_id, coin, sum(amount) as amount from earnings where day = ${day} and type = 'pc' group by user_id, coin
    ), based as (
      select rated.user_id, mined.coin, rated.tier, rated.level, basis_points, sum(mined.amount) as base
      from rated join brought using (user_id, tier) join mined on mined.user_id = invitee_id
      group by rated.user_id, mined.coin, rated.tier, rated.level, basis_points
    )
    insert into ambassador_profits (user_id, day, coin, tier, level, basis_points, base, amount)
    select user_id, ${day}, coin, tier, level, basis_points, base, div(base * basis_points, 10000)
    from based where base * basis_points >= 10000`.execute(db)
  const rows = sql`(
    select replace(gen_random_uuid()::text, '-', '') as id, user_id, coin, 'ambassador' as type,
      user_id || '-' || tier as source_id, base as work, amount
    from ambassador_profits where day = ${day}
  ) as profits`
  await addEarnings(db, { rows, day, part: 0, now: new Date(now) })
  await postShares(db, day, now)
}

async function postShares(db: Database, day: string, now: number): Promise<void> {
  const { rows } = await sql<{ user_id: string; coin: Coin; amount: bigint }>`
    select user_id, coin, sum(amount) as amount from ambassador_profits where day = ${day}
    group by user_id, coin order by user_id, coin`.execute(db)
  const transfers = rows.map(({ user_id: userId, coin, amount }): Transfer => {
    return {
      operation: shareOperation({ day, userId, coin }),
      kind: 'settlement',
      entries: [
        { account: ofPlatform(coin, 'rewards'), amount: -amount },
        { account: ofUser(userId, coin, 'frozen'), amount },
      ],
    }
  })
  for (let at = 0; at < transfers.length; at += BATCH) await post(db, transfers.slice(at, at + BATCH), now)
}

/**
 * The next settled day to evaluate; before any evaluation, the first settled day. A day waits until its invitations were reviewed, so
 * that invitations held then do not count on it.
 */
export async function nextDay(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    select max(day)::text as last from ambassador_evaluations`.execute(db)
  const last = rows[0]?.last ?? undefined
  const row = await db
    .selectFrom('settlements')
    .leftJoin('invitation_days as reviewed', 'reviewed.day', 'settlements.day')
    .select('settlements.day')
    .where('settlements.ended_at', 'is not', null)
    .where('reviewed.ended_at', 'is not', null)
    .$if(last !== undefined, (query) => query.where('settlements.day', '=', dayAfter(last ?? '2000-01-01')))
    .orderBy('settlements.day')
    .limit(1)
    .executeTakeFirst()
  return row?.day
}
