import type { SocialKind } from '#lib/rules/tasks.ts'
import type { Database } from '#service/platform/db/open.ts'

export interface SocialTask {
  userId: string
  kind: SocialKind
  /** Unix milliseconds. */
  now: number
  /** Id of a task to ignore. */
  except?: string
}

/** The tasks that need accounts on other sites; rewards/tasks implements it. */
export interface SocialTasks {
  /** Whether there is an open task of a kind that the user has not done. */
  isPending(db: Database, of: SocialTask): Promise<boolean>
  /** Retries the verification of a task that failed because no account was linked. */
  retryVerification(db: Database, of: SocialTask): Promise<void>
}
