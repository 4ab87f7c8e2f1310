import { sql } from 'kysely'
import { type Coin, fromUnits } from '#lib/money/coins.ts'
import { OFFLINE_AFTER_MS } from '#lib/rules/devices.ts'
import { utcDate } from '#lib/time/format.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import { queueAlerts } from '../notify/queue.ts'
import { markDigestsWritten } from '../notify/settings.ts'

const DAY_SECONDS = 86_400
const BATCH = 100
/**
 * The hour in the user's time zone from which a digest is written: nearly everywhere the day before has been settled by then.
 */
const DIGEST_HOUR = 8

interface DueDigest {
  user_id: string
  digest: 'daily' | 'weekly'
}

/** Queues the daily and weekly digests, each once. */
export async function writeDigests(ctx: Context): Promise<void> {
  while ((await ctx.db.transaction().execute((db) => writeBatch(ctx, db))) === BATCH) {}
}

async function writeBatch(ctx: Context, db: Database): Promise<number> {
  const now = new Date(ctx.clock.now())
  const at = sql`${now}::timestamptz`
  const { rows } = await sql<DueDigest>`
    select user_id, digest from alert_settings
    where digest <> 'none' and extract(hour from ${at} at time zone zone) >= ${DIGEST_HOUR}
      and (digest_at is null or (digest_at at time zone zone)::date
        <= (${at} at time zone zone)::date - case digest when 'daily' then 1 else 7 end)
    order by user_id limit ${BATCH} for update skip locked`.execute(db)
  for (const row of rows) await writeDigest(ctx, db, row)
  await markDigestsWritten(
    db,
    rows.map((row) => row.user_id),
    now,
  )
  return rows.length
}

async function earnedIn(db: Database, { userId, from, to }: { userId: string; from: string; to: string }) {
  const { rows } = await sql<{ coin: Coin; amount: bigint }>`
    select coin, sum(amount) as amount from earnings
    where user_id = ${userId} and day between ${from} and ${to} group by coin order by coin`.execute(db)
  return rows.map(({ coin, amount }) => `${fromUnits(amount, coin)} ${coin}`).join('\n') || '0'
}

async function countsOf(db: Database, userId: string, now: number) {
  const { rows } = await sql<{ devices: string; unread: string }>`
    select (select count(*) from devices where user_id = ${userId} and unbound_at is null
        and state <> 'ended' and last_seen_at >= ${new Date(now - OFFLINE_AFTER_MS)}) as devices,
      (select count(*) from user_messages where user_id = ${userId} and read_at is null) as unread`.execute(db)
  return { devices: rows[0]?.devices ?? '0', unread: rows[0]?.unread ?? '0' }
}

async function writeDigest(ctx: Context, db: Database, { user_id: userId, digest }: DueDigest): Promise<void> {
  const now = ctx.clock.now()
  const today = Math.floor(now / 1000)
  // Complete UTC days.
  const from = utcDate(today - (digest === 'daily' ? 1 : 7) * DAY_SECONDS)
  const to = utcDate(today - DAY_SECONDS)
  const alert = {
    id: newId(),
    userId,
    event: 'settlement' as const,
    kind: digest === 'daily' ? 'digestDaily' : 'digestWeekly',
    values: { from, to, amounts: await earnedIn(db, { userId, from, to }), ...(await countsOf(db, userId, now)) },
    href: '/user/overview-main/overview',
    at: now,
  }
  await queueAlerts(ctx, db, [{ alert, channel: 'email' }])
}
