/** Limits of sign-in: proof of a session, second factor, passkeys (ADR-030, ADR-091 to ADR-093). */

/** A session proven within this time may change sign-in methods; a sign-in counts as proof. */
export const PROVEN_MS = 10 * 60_000

/** A code of the app changes every 30 seconds; one step either side is taken, each once. */
export const FACTOR_STEP_SECONDS = 30
export const FACTOR_WINDOW = 1
export const RECOVERY_CODES = 10
export const RECOVERY_CODE_LENGTH = 10
/** Time and tries to enter the second factor before the sign-in has to begin again. */
export const FACTOR_TICKET_MS = 10 * 60_000
export const FACTOR_TICKET_TRIES = 5
/** Without any of it: a code by mail, then this wait, in which nothing is paid and the owner can stop it. */
export const FACTOR_WAIT_MS = 72 * 3_600_000
/** The owner is reminded this long before the end of the wait. */
export const FACTOR_REMINDER_MS = 24 * 3_600_000

/** The history of what touched an account's safety is kept for this long. */
export const SECURITY_EVENTS_KEPT_MS = 365 * 86_400_000
export const SECURITY_EVENT_PAGE_SIZE = 10

/** Events of the security history. `signed-in` has the sign-in method as its detail. */
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

/** First factors of a sign-in. `demo` is the button that only the demo has. */
export const signInMethods = ['password', 'code', 'passkey', 'google', 'demo'] as const
export type SignInMethod = (typeof signInMethods)[number]

/**
 * Methods that open an account by themselves. A mailed code does too, but is not counted: losing the mailbox would lose
 * everything.
 */
export interface OwnSignInMethods {
  hasPassword: boolean
  passkeys: number
  /** Linked, and set up on this service. */
  hasGoogle: boolean
}

/** True if no sign-in method would be left after removing one passkey or the link to Google. */
export function isLastSignInMethod(
  { hasPassword, passkeys, hasGoogle }: OwnSignInMethods,
  removed: 'passkey' | 'google',
): boolean {
  const left = removed === 'passkey' ? { passkeys: passkeys - 1, hasGoogle } : { passkeys, hasGoogle: false }
  return !hasPassword && left.passkeys <= 0 && !left.hasGoogle
}

/** A recovery code as it is shown: two groups of five. */
export const groupRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/** Passkeys of an account. */
export const MAX_PASSKEYS = 20
export const PASSKEY_NAME_LENGTH = 48
/** Time limit for the browser's signature of a challenge. */
export const PASSKEY_CHALLENGE_MS = 5 * 60_000

/** The closing of an account can be cancelled for this long. */
export const CLOSING_GRACE_MS = 14 * 86_400_000
