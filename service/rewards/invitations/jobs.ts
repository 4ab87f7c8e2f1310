import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { forgetNetworks } from './forget-networks.ts'
import { rewardInvitations } from './reward-invitations.ts'

/** Runs often, because rewards follow each settlement; a run without a new settled day does nothing. */
export const invitationQueues = (ctx: Context): Queue[] => [
  { name: 'reward-invitations', cron: '*/5 * * * *', run: () => rewardInvitations(ctx) },
  { name: 'forget-networks', cron: '40 3 * * *', run: () => forgetNetworks(ctx.db, ctx.clock.now()) },
]
