import { sql } from 'kysely'
import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'

export function accountQueues(ctx: Context): Queue[] {
  return [{ name: 'forget-expired', cron: '*/10 * * * *', run: () => deleteExpired(ctx) }]
}

/**
 * Deletes expired nonces, codes, captchas and budgets, and letters of the local mailbox after a month. Sessions stay: they
 * identify known browsers.
 */
async function deleteExpired(ctx: Context): Promise<void> {
  const now = new Date(ctx.clock.now())
  await ctx.db.deleteFrom('nonces').where('expires_at', '<', now).execute()
  await ctx.db.deleteFrom('captchas').where('expires_at', '<', now).execute()
  await ctx.db.deleteFrom('email_codes').where('expires_at', '<', now).execute()
  // Budgets use the machine's clock, as the limiter does.
  await sql`delete from rate_limits where expire < ${Date.now()}`.execute(ctx.db)
  const monthAgo = new Date(ctx.clock.now() - 30 * 86_400_000)
  await ctx.db.deleteFrom('local_mail').where('sent_at', '<', monthAgo).execute()
}
