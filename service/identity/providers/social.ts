import type { TaskFailure, TaskWait } from '#lib/contract/tasks.ts'
import type { SocialKind } from '#lib/rules/tasks.ts'

/** The reason why a task is not done, or could not be checked. */
export type Reason = TaskFailure | { kind: TaskWait; values: Record<string, never> }

/** The result of a verifier: the task is done, or the reason why not. */
export type VerificationResult =
  | { done: true }
  /** `retryAt`: when it can be checked again, in Unix milliseconds, where that is known better than by counting tries. */
  | { done: false; why: Reason; retryAt?: number }

/**
 * Checks for a user whether a task on another site is done. It runs outside any transaction, may be slow, and throws when the
 * site does not answer. It has to make sure that one account there counts for one user here.
 */
export type SocialVerifier = (request: {
  userId: string
  taskId: string
  link: string | null
}) => Promise<VerificationResult>

/** Tasks of a kind without a verifier are not shown. */
export type SocialVerifiers = Partial<Record<SocialKind, SocialVerifier>>
