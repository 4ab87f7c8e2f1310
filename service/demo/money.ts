import { SETTLEMENT_STARTS_SECONDS } from '#lib/rules/earnings.ts'
import { dayOf } from '#service/compute/devices/rules.ts'
import { lastSettledAt } from '#service/money/earnings/days.ts'
import { releaseDue } from '#service/money/earnings/release.ts'
import { settle } from '#service/money/earnings/settle.ts'
import { publishDue } from '#service/money/proofs/jobs.ts'
import type { Context } from '#service/platform/context.ts'
import { evaluateAmbassadors } from '#service/rewards/ambassadors/evaluate-days.ts'
import { rewardInvitations } from '#service/rewards/invitations/reward-invitations.ts'
import { contextAt, DAYS_PAST } from './simulation.ts'
import type { PastAction } from './withdrawal-actions.ts'

const DAY = 86_400_000
/** The last days whose balances are proven. */
const PROVEN_DAYS = 5
const PROOF_AFTER_MS = 5 * 60_000

/**
 * Settles and releases the finished days at the times of the service's jobs, since the last settlement, and runs the actions between
 * them in order of time.
 */
export async function settlePast(ctx: Context, deals: readonly PastAction[]): Promise<void> {
  const now = ctx.clock.now()
  const jobs: PastAction[] = []
  for (let midnight = dayOf(now) - DAYS_PAST * DAY; midnight <= now; midnight += DAY) {
    jobs.push({ at: midnight, act: ({ db, clock }) => releaseDue(db, { now: clock.now() }) })
    const settlement = midnight + SETTLEMENT_STARTS_SECONDS * 1000
    if (settlement <= now) jobs.push({ at: settlement, act: settleDay })
    const isProven = settlement <= now && midnight > now - PROVEN_DAYS * DAY
    if (isProven) jobs.push({ at: settlement + PROOF_AFTER_MS, act: publishDue })
  }
  const since = await lastSettledAt(ctx.db)
  const all = [...jobs.filter((job) => job.at > since), ...deals].sort((one, other) => one.at - other.at)
  for (const { at: moment, act } of all) await act(contextAt(ctx, moment))
}

/** Jobs of a morning: settlement, rewards of invitations, and the ambassadors' levels and shares. */
async function settleDay(ctx: Context): Promise<void> {
  await settle(ctx)
  await rewardInvitations(ctx)
  await evaluateAmbassadors(ctx)
}
