import { moneyChecks } from './checks.ts'
import { raiseAlarm } from './messaging/alarms/raise.ts'
import { verifyMoneyAt } from './money/ledger/verify.ts'
import { setPaused } from './money/withdrawals/payouts.ts'
import type { Context } from './platform/context.ts'
import type { Queue } from './platform/jobs/jobs.ts'

/**
 * Runs every invariant of money. An invariant that does not hold pauses all payouts until a person resumes them, and raises an alarm.
 * A check that cannot run raises an alarm too.
 */
export async function verifyNightly(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const { breaches, checks, transfers } = await verifyMoneyAt(ctx.pool, moneyChecks, now).catch(
    async (error: unknown) => {
      await raiseAlarm(ctx, { name: 'verify-money-failed', kind: 'alarmCheck', values: { why: String(error) } }, now)
      throw error
    },
  )
  if (breaches.length === 0) return ctx.log.info({ checks, transfers }, 'the money is as it has to be')
  await setPaused(ctx.db, true)
  const list = breaches.map(({ id, holds, rows }) => `${id}, ${holds}:\n${rows.join('\n')}`)
  await raiseAlarm(ctx, { name: 'verify-money', kind: 'alarmMoney', values: { breaches: list.join('\n\n') } }, now)
}

/** After the settlement of the day. */
export const verifyQueues = (ctx: Context): Queue[] => [
  { name: 'verify-money', cron: '30 5 * * *', run: () => verifyNightly(ctx) },
]
