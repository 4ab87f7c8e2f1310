/** Limits of devices used by client and service (ADR-113, ADR-114, ADR-115). */

/** A binding code works for this long. */
export const BIND_CODE_MS = 60_000
/** Codes that one address may try in a minute. */
export const BIND_TRIES_A_MINUTE = 5
/** A device reports this often. */
export const REPORT_SECONDS = 30
/**
 * A device that pauses reports this often, and so does each while the service is behind with reports: twice in the time after which it
 * would be offline, so that nothing is lost in a failover of 25 s.
 */
export const QUIET_REPORT_SECONDS = 45
/** A device with no report for this long is offline. */
export const OFFLINE_AFTER_MS = 90_000
/** Window over which verified work becomes a hash rate. */
export const RATE_WINDOW_MS = 600_000
/** An online device without an accepted share for this long is shown as idle. */
export const NO_WORK_MS = 12 * 60_000
/** A device that is as hot as this is hot, where its settings have no limit of their own. */
export const DEFAULT_HOT_CELSIUS = 90
/** Degrees below its limit at which a hot device has cooled down: the miner mines again, and the alert can be sent again. */
export const COOL_BY_CELSIUS = 5
/** A device that is hot for this long is reported to its user. */
export const HOT_ALERT_MS = 15 * 60_000
/** How often a device's turn passes to the next project, and how long shares of one work are taken. */
export const TURN_MS = 10 * 60_000
export const WORK_LIFE_MS = 15 * 60_000
/** Retention of a device's events: online, offline and refused shares. Names and bindings are kept for good. */
export const LOG_DAYS = 90
/** Devices of one account. */
export const MAX_DEVICES = 500
