import { SECURITY_EVENTS_KEPT_MS } from '#lib/rules/sign-in.ts'
import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { deleteExpiredChallenges } from '../passkeys/ceremony.ts'
import { deleteExpiredClaims } from '../providers/identities.ts'
import { deleteExpiredTickets } from '../sign-in/factor-tickets.ts'
import { deleteExpiredStates } from '../sign-in/oauth-states.ts'
import { deleteEventsBefore } from '../users/events.ts'

export function securityQueues(ctx: Context): Queue[] {
  return [{ name: 'forget-security', cron: '25 3 * * *', run: () => deleteExpired(ctx) }]
}

async function deleteExpired({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  await deleteEventsBefore(db, new Date(now - SECURITY_EVENTS_KEPT_MS))
  await deleteExpiredStates(db, new Date(now))
  await deleteExpiredClaims(db, new Date(now))
  await deleteExpiredChallenges(db, new Date(now))
  await deleteExpiredTickets(db, new Date(now))
}
