/** Limits of a sealed call (SPEC-7.6, ADR-046, ADR-106). */

/** The client gives a call up after this long. */
export const CALL_TIMEOUT_MS = 60_000
/** How far a call's timestamp may be off the service's clock. */
export const CLOCK_TOLERANCE_SECONDS = 300
/** How long a used pair of timestamp and random string is remembered. */
export const NONCE_SECONDS = 600
/** Largest body of a call. */
export const CALL_BODY_BYTES = 64 * 1024
/** Length of the signature's random string. */
export const RANDOM_LENGTH = 10
