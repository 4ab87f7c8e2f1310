import { moneyChecks } from './checks.ts'
import { raiseAlarm } from './messaging/alarms/raise.ts'
import { addCheckpoint, checkpointCheck, nightScope } from './money/ledger/checkpoints.ts'
import { type ReadScope, verifyMoneyAt, withLongStatements } from './money/ledger/verify.ts'
import { setPaused } from './money/withdrawals/payouts.ts'
import type { Context } from './platform/context.ts'
import type { Queue } from './platform/jobs/jobs.ts'

/**
 * Runs every invariant of money, those of the ledger over what is new and a twelfth of what is old, and signs how far it is right. An invariant that does not hold pauses all payouts until a person resumes them, and raises an alarm.
 * A check that cannot run raises an alarm too.
 */
export async function verifyNightly(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const all = [...moneyChecks, checkpointCheck(ctx.pepper)]
  let upTo = 0n
  const readScope: ReadScope = async (db) => {
    const scope = await nightScope(ctx.pepper, now)(db)
    upTo = scope.stretches.at(-1)?.upTo ?? 0n
    return scope
  }
  const { breaches, checks, transfers } = await verifyMoneyAt(ctx.pool, all, now, readScope).catch(
    async (error: unknown) => {
      await raiseAlarm(ctx, { name: 'verify-money-failed', kind: 'alarmCheck', values: { why: String(error) } }, now)
      throw error
    },
  )
  if (breaches.length === 0) {
    await withLongStatements(ctx.pool, (db) => addCheckpoint(db, { secret: ctx.pepper, upTo, now }))
    return ctx.log.info({ checks, transfers }, 'the money is as it has to be')
  }
  await setPaused(ctx.db, true)
  const list = breaches.map(({ id, holds, rows }) => `${id}, ${holds}:\n${rows.join('\n')}`)
  await raiseAlarm(ctx, { name: 'verify-money', kind: 'alarmMoney', values: { breaches: list.join('\n\n') } }, now)
}

/** After the settlement of the day. */
export const verifyQueues = (ctx: Context): Queue[] => [
  { name: 'verify-money', cron: '30 5 * * *', run: () => verifyNightly(ctx) },
]
