import type { TaskFailure, TaskWait } from '#lib/contract/tasks.ts'
import type { SocialKind } from '#lib/rules/tasks.ts'

/** Why a task is not done, or why nobody knows. */
export type Reason = TaskFailure | { kind: TaskWait; values: Record<string, never> }

/** What a verifier found: the task is done, or why it is not. */
export type VerificationResult =
  | { done: true }
  /** `again`: when it can be looked at again, in Unix milliseconds, where that is known better than by counting tries. */
  | { done: false; why: Reason; retryAt?: number }

/**
 * Finds out for a user whether a task on another site is done. It is asked outside any transaction, may take its time, and
 * throws when the site does not answer. One account there counts for one user here: that is its own to see to.
 */
export type SocialVerifier = (asked: {
  userId: string
  taskId: string
  link: string | null
}) => Promise<VerificationResult>

/** Tasks of a kind without a verifier are shown to nobody. */
export type SocialVerifiers = Partial<Record<SocialKind, SocialVerifier>>
