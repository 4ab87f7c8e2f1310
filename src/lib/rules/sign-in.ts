/** Who comes in: proof of a session, the second factor, passkeys (ADR-030, ADR-091 to ADR-093). */

/** A session that was proven may change how its user comes in for this long; a fresh sign-in is a proof. */
export const PROVEN_MS = 10 * 60_000

/** A code of the app changes every 30 seconds; one step either side is taken, each once. */
export const FACTOR_STEP_SECONDS = 30
export const FACTOR_WINDOW = 1
export const RECOVERY_CODES = 10
export const RECOVERY_CODE_LENGTH = 10
/** Whoever owes the second factor has this long, and this many tries, before signing in anew. */
export const FACTOR_TICKET_MS = 10 * 60_000
export const FACTOR_TICKET_TRIES = 5
/** Without any of it: a code by mail, then this wait, in which nothing is paid and the owner can stop it. */
export const FACTOR_WAIT_MS = 72 * 3_600_000
/** The owner is reminded this long before the end of the wait. */
export const FACTOR_REMINDER_MS = 24 * 3_600_000

/** The history of what touched an account's safety is kept for this long. */
export const SECURITY_EVENTS_KEPT_MS = 365 * 86_400_000
export const SECURITY_EVENT_PAGE_SIZE = 10

/** What such a history tells. `signed-in` has the way in as its detail. */
export const securityEvents = [
  'registered',
  'signed-in',
  'session-ended',
  'password-changed',
  'payment-password-set',
  'payment-password-changed',
  'factor-on',
  'factor-off',
  'recovery-code-used',
  'recovery-codes-new',
  'recovery-asked',
  'recovery-stopped',
  'recovery-done',
  'passkey-added',
  'passkey-renamed',
  'passkey-removed',
  'google-linked',
  'google-unlinked',
  'social-linked',
  'social-unlinked',
  'name-changed',
  'data-exported',
  'closing-asked',
  'closing-stopped',
] as const
export type SecurityEventKind = (typeof securityEvents)[number]

/** How somebody signed in: the first factor. `demo` is its button, which no other service has. */
export const waysIn = ['password', 'code', 'passkey', 'google', 'demo'] as const
export type WayIn = (typeof waysIn)[number]

/** What opens an account by itself. A code to the mailbox does too, but whoever loses that one loses all. */
export interface OwnWays {
  hasPassword: boolean
  passkeys: number
  /** Linked, and set up on this service. */
  hasGoogle: boolean
}

/** Whether nothing would be left to sign in with, were one passkey or the link to Google taken away. */
export function isLastWay({ hasPassword, passkeys, hasGoogle }: OwnWays, taken: 'passkey' | 'google'): boolean {
  const left = taken === 'passkey' ? { passkeys: passkeys - 1, hasGoogle } : { passkeys, hasGoogle: false }
  return !hasPassword && left.passkeys <= 0 && !left.hasGoogle
}

/** A recovery code as it is shown: two groups of five. */
export const groupRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/** Passkeys of an account. */
export const MAX_PASSKEYS = 20
export const PASSKEY_NAME_LENGTH = 48
/** What a browser is asked to sign has to come back within this time. */
export const PASSKEY_CHALLENGE_MS = 5 * 60_000

/** An account that was asked to close can be kept for this long. */
export const CLOSING_GRACE_MS = 14 * 86_400_000
