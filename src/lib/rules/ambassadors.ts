/** The ambassador programme (SPEC-6.7 to SPEC-6.11, ADR-074). */

/** A device counts as valid on a UTC day on which it was online for longer than this. */
export const VALID_DEVICE_SECONDS = 4 * 3600
/** Lv.1 may be applied for with more valid friends than this. */
export const LEVEL_1_FRIENDS = 10
/** Valid devices required by Lv.2 and Lv.3, on `PROMOTION_DAYS` consecutive days. */
export const LEVEL_2_DEVICES = 2000
export const LEVEL_3_DEVICES = 10_000
export const PROMOTION_DAYS = 3
/** Invite levels that the devices and the shares of Lv.2 and Lv.3 are counted over. */
export const TRACED_TIERS = 2
/** New devices within `KEEP_DAYS` that keep the status. */
export const KEEP_NEW_DEVICES = 10
export const KEEP_DAYS = 30
/** Days in a row below `LEVEL_2_DEVICES` after which Lv.2 becomes Lv.1. */
export const DEMOTION_DAYS = 20
