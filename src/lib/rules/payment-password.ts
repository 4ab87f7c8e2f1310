/** The payment password (specification 5, decisions 12). */

export const PAYMENT_PASSWORD_DIGITS = 6
/** This many failures lock it for a while. */
export const PAYMENT_FAILURES_TO_LOCK = 5
export const PAYMENT_LOCK_SECONDS = 30 * 60
/** This many failures within the window lock it until it is reset by e-mail. */
export const PAYMENT_FAILURES_TO_RESET = 10
export const PAYMENT_FAILURES_WINDOW_SECONDS = 86_400
