import type { SocialKind } from '#lib/rules/tasks.ts'
import type { Database } from '#service/platform/db/open.ts'

export interface SocialTask {
  userId: string
  kind: SocialKind
  /** Unix milliseconds. */
  now: number
  /** The id of a task that does not count. */
  except?: string
}

/** The tasks for which accounts at other sites are linked; rewards/tasks keeps them. */
export interface SocialTasks {
  /** Whether there is a task of a kind that can be done, and that a user has not done. */
  isPending(db: Database, of: SocialTask): Promise<boolean>
  /** Has a task verified at once that had failed because no account was linked. */
  retryVerification(db: Database, of: SocialTask): Promise<void>
}
