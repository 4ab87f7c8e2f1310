import { SECURITY_EVENTS_KEPT_MS } from '#lib/rules/sign-in.ts'
import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'

export function securityQueues(ctx: Context): Queue[] {
  return [{ name: 'forget-security', cron: '25 3 * * *', run: () => deleteExpired(ctx) }]
}

async function deleteExpired({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  await db
    .deleteFrom('security_events')
    .where('at', '<', new Date(now - SECURITY_EVENTS_KEPT_MS))
    .execute()
  await db.deleteFrom('oauth_states').where('expires_at', '<', new Date(now)).execute()
  await db.deleteFrom('identity_claims').where('expires_at', '<', new Date(now)).execute()
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', new Date(now)).execute()
  await db.deleteFrom('factor_tickets').where('expires_at', '<', new Date(now)).execute()
}
