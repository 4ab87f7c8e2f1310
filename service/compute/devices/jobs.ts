import { sql } from 'kysely'
import { LOG_DAYS, RATE_WINDOW_MS, WORK_LIFE_MS } from '#lib/rules/devices.ts'
import { dayAfter, dayAt, startOf } from '#lib/time/days.ts'
import { lastSettledDay } from '#service/money/earnings/days.ts'
import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { publishSilentDevices } from './silent-devices.ts'

export const deviceQueues = (ctx: Context): Queue[] => [
  { name: 'tell-silent', cron: '* * * * *', run: () => publishSilentDevices(ctx) },
  { name: 'forget-shares', cron: '*/10 * * * *', run: () => deleteOldShares(ctx) },
  { name: 'forget-sums', cron: '40 5 * * *', run: () => deleteOldSums(ctx) },
  { name: 'forget-log', cron: '30 3 * * *', run: () => deleteOldEvents(ctx) },
]

/** Expired work accepts no share, so its nonces are deleted once the rate window has passed. */
async function deleteOldShares(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now() - RATE_WINDOW_MS - WORK_LIFE_MS)
  await ctx.db.deleteFrom('works').where('expires_at', '<', before).execute()
}

async function deleteOldEvents(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('device_events')
    .where('at', '<', new Date(ctx.clock.now() - LOG_DAYS * 86_400_000))
    .where('kind', 'in', ['online', 'offline', 'refused'])
    .execute()
}

const SLICE = 20_000

/** Sums of hours and days serve estimates of what is not settled, and the heat of yesterday's hours. */
export async function deleteOldSums(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const settled = await lastSettledDay(ctx.db, now)
  const yesterday = dayAfter(dayAt(now), -1)
  const [kept = yesterday] = [settled, yesterday].sort()
  const slices = [
    () =>
      sql`delete from user_hours where ctid = any (array(
        select ctid from user_hours where hour < ${new Date(startOf(kept))} limit ${SLICE}))`,
    () =>
      sql`delete from device_days where ctid = any (array(
        select ctid from device_days where day < ${kept} limit ${SLICE}))`,
  ]
  for (const slice of slices) while ((await slice().execute(ctx.db)).numAffectedRows === BigInt(SLICE)) {}
}
