/** Sessions and mailed codes (ADR-006, ADR-110). */

/** A new code may be requested after this long. */
export const RESEND_SECONDS = 60
/** A mailed code works for this long, and for this many tries. */
export const MAIL_CODE_MS = 10 * 60_000
export const MAIL_CODE_TRIES = 5
/** A session lasts 15 days and ends after 72 idle hours; an account has this many at most. */
export const SESSION_MS = 15 * 86_400_000
export const SESSION_IDLE_MS = 3 * 86_400_000
export const MAX_SESSIONS = 10
/** Failed sign-ins after which a picture has to be read. */
export const FAILURES_BEFORE_CAPTCHA = 3
