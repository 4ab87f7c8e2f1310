import { raiseAlarm } from '#service/messaging/alarms/raise.ts'
import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { withLongStatements } from '../ledger/verify.ts'
import { LiabilitiesError } from './liabilities.ts'
import { dueDay, publishProof } from './publish.ts'

/** Publishes the proof of yesterday once it is settled. Wrong balances raise an alarm, and nothing is published. */
export async function publishDue(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const day = await dueDay(ctx.db, now)
  if (day === undefined) return
  try {
    await withLongStatements(ctx.pool, (db) => publishProof(db, { pepper: ctx.pepper, day, now }))
  } catch (error) {
    if (!(error instanceof LiabilitiesError)) throw error
    await raiseAlarm(ctx, { name: `proof/${day}`, kind: 'alarmProof', values: { day, why: error.message } }, now)
  }
}

/** Frequent runs, because each does only what is due: as soon as a day is settled, it is proven. */
export const proofQueues = (ctx: Context): Queue[] => [
  { name: 'publish-proof', cron: '5-59/10 * * * *', run: () => publishDue(ctx) },
]
