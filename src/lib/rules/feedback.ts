/** Bug reports (decisions 9). */

export const BUG_REPORT_LENGTH = 2000
/** A replied report is closed after this many days without a new word. */
export const BUG_REPORT_CLOSES_DAYS = 7
