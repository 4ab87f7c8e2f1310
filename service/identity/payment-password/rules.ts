import {
  PAYMENT_FAILURES_TO_LOCK,
  PAYMENT_FAILURES_TO_RESET,
  PAYMENT_FAILURES_WINDOW_SECONDS,
  PAYMENT_LOCK_SECONDS,
} from '#lib/rules/payment-password.ts'

/** The state of a user's wrong payment passwords; times are Unix milliseconds. */
export interface Guard {
  /** Times of the failures in the last 24 hours; a right password does not delete them. */
  readonly failures: readonly number[]
  /** Failures since the last success or lock. */
  readonly run: number
  readonly lockedUntil: number | null
  readonly resetNeeded: boolean
}

export const freshGuard: Guard = { failures: [], run: 0, lockedUntil: null, resetNeeded: false }

export type GuardState =
  | { readonly state: 'ready'; readonly triesLeft: number }
  | { readonly state: 'locked'; readonly untilMs: number }
  | { readonly state: 'resetNeeded' }

const recent = (guard: Guard, now: number): number[] =>
  guard.failures.filter((at) => now - at < PAYMENT_FAILURES_WINDOW_SECONDS * 1000)

/** The state at a time in Unix milliseconds. */
export function guardState(guard: Guard, now: number): GuardState {
  if (guard.resetNeeded) return { state: 'resetNeeded' }
  // Stryker disable next-line ConditionalExpression: nothing is before null either, which counts as 0; the types ask for it
  if (guard.lockedUntil !== null && now < guard.lockedUntil) return { state: 'locked', untilMs: guard.lockedUntil }
  const untilReset = PAYMENT_FAILURES_TO_RESET - recent(guard, now).length
  return { state: 'ready', triesLeft: Math.min(PAYMENT_FAILURES_TO_LOCK - guard.run, untilReset) }
}

/** Every PAYMENT_FAILURES_TO_LOCK failures in a row lock it; PAYMENT_FAILURES_TO_RESET in 24 hours require a reset. */
export function afterFailure(guard: Guard, now: number): Guard {
  const failures = [...recent(guard, now), now]
  const run = guard.run + 1
  const locks = run >= PAYMENT_FAILURES_TO_LOCK
  return {
    failures,
    run: locks ? 0 : run,
    lockedUntil: locks ? now + PAYMENT_LOCK_SECONDS * 1000 : null,
    resetNeeded: failures.length >= PAYMENT_FAILURES_TO_RESET,
  }
}

export const afterSuccess = (guard: Guard): Guard => ({ ...guard, run: 0, lockedUntil: null })
