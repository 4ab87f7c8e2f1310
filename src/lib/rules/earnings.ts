/** Settlement of a UTC day D (SPEC-9.6, ADR-117). Times of day are seconds after 00:00 UTC of D+1. */

/** The settlement of D runs from here on; the service can be set to another time. */
export const SETTLEMENT_STARTS_SECONDS = 4 * 3600
/** By then the earnings of D are expected to show. */
export const SETTLEMENT_SHOWN_BY_SECONDS = 8 * 3600
/** Earnings of D are frozen this long from D+1 00:00 UTC, so withdrawable from D+2 00:00 UTC. */
export const EARNINGS_FREEZE_SECONDS = 86_400
