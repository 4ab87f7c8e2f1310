/** The payment password (SPEC-5.7, SPEC-5.8, ADR-050). */

export const PAYMENT_PASSWORD_DIGITS = 6
/** This many failures lock it for a while. */
export const PAYMENT_FAILURES_TO_LOCK = 5
export const PAYMENT_LOCK_SECONDS = 30 * 60
/** This many failures within the window lock it until it is reset by e-mail. */
export const PAYMENT_FAILURES_TO_RESET = 10
export const PAYMENT_FAILURES_WINDOW_SECONDS = 86_400

/** Difference between neighbouring digits modulo 10: equal, one up, one down. */
const STEPS = [0, 1, 9]

/** Every run of `length` repeated or consecutive digits, for example 111111, 123456, 890123 and 654321. */
export const digitRuns = (length: number): string[] =>
  STEPS.flatMap((step) =>
    Array.from({ length: 10 }, (_, first) =>
      Array.from({ length }, (_, index) => (first + index * step) % 10).join(''),
    ),
  )

/** Refusal reason of a payment password; undefined if it is allowed. */
export function paymentPasswordRefusal(text: string): 'PAYMENT_PASSWORD_FORM' | 'PAYMENT_PASSWORD_WEAK' | undefined {
  if (!/^[0-9]+$/.test(text) || text.length !== PAYMENT_PASSWORD_DIGITS) return 'PAYMENT_PASSWORD_FORM'
  return digitRuns(PAYMENT_PASSWORD_DIGITS).includes(text) ? 'PAYMENT_PASSWORD_WEAK' : undefined
}

/** The demo account's alone, and shown to its visitors: a withdrawal of simulated coins can be tried to its end. */
export const DEMO_PAYMENT_PASSWORD = '258036'
