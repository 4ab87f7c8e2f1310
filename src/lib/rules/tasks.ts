/** Tasks that earn points (SPEC-3.29, SPEC-4.26, ADR-072). */

/** Kinds of tasks: verified by the service's own data, by another site, or by a person. */
export const factKinds = ['bind-device', 'mine-day', 'invite', 'payment-password'] as const
export const socialKinds = ['follow-x', 'join-discord'] as const
export const taskKinds = [...factKinds, 'email', ...socialKinds, 'custom'] as const
export type TaskKind = (typeof taskKinds)[number]
export type FactKind = (typeof factKinds)[number]
export type SocialKind = (typeof socialKinds)[number]

/** Done once, or once every UTC day. */
export const taskPeriods = ['once', 'day'] as const
export type TaskPeriod = (typeof taskPeriods)[number]

/** Tasks of a page (SPEC-9.17). */
export const TASK_PAGE_SIZE = 5
export const TASK_PROOF_LENGTH = 1000
/** A task that was not done can be verified again after this long. */
export const TASK_RETRY_SECONDS = 30
/** The same for another site, which is queried each time: doubles with each try up to `max`. */
export const SOCIAL_RETRY_SECONDS = { first: 60, max: 3600 } as const
