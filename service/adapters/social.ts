import type { TaskFailure } from '#lib/contract/tasks.ts'
import type { SocialKind } from '#lib/rules/tasks.ts'

/** What a verifier found: the task is done, or why it is not. */
export type Finding = { done: true } | { done: false; why: TaskFailure }

/**
 * Finds out for a user whether a task on another site is done. It is asked outside any transaction, may take its time, and
 * throws when the site does not answer. One account there counts for one user here: that is its own to see to.
 */
export type SocialVerifier = (asked: { userId: string; link: string | null }) => Promise<Finding>

/** Tasks of a kind without a verifier are shown to nobody. */
export type SocialVerifiers = Partial<Record<SocialKind, SocialVerifier>>
