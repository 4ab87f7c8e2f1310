import { sql } from 'kysely'
import type { SocialTask, SocialTasks } from '#service/identity/social/tasks.ts'
import type { Database } from '#service/platform/db/open.ts'

/** Whether an open task of a kind exists that the user has not done. */
export async function isAwaited(db: Database, { userId, kind, now, except = '' }: SocialTask): Promise<boolean> {
  const { rows } = await sql`
    select from tasks where kind = ${kind} and id <> ${except}
      and coalesce(least(closed_at, valid_until) > ${new Date(now)}, true)
      and (period = 'day' or not exists (
        select from task_entries where task_id = tasks.id and user_id = ${userId} and status = 'verified'))
    limit 1`.execute(db)
  return rows.length > 0
}

/** Allows the user to verify failed tasks of a kind at once, because the social account that was missing is linked now. */
export async function retryVerification(db: Database, { userId, kind, now }: SocialTask): Promise<void> {
  await sql`
    update task_entries set tries = 0, next_try_at = ${new Date(now)}
    from tasks where tasks.id = task_id and kind = ${kind} and user_id = ${userId} and status = 'failed'
      and failure ->> 'kind' in ('not-connected', 'connect-again')`.execute(db)
}

export const socialTasks: SocialTasks = { isPending: isAwaited, retryVerification }
