/** Points of invitations (specification 9, decisions 8). */

/** Points for an invitee who binds a first device. */
export const INVITATION_POINTS = 1000
/** Share of an invitee's device points, in percent. */
export const INVITATION_SHARE_PERCENT = 10
/** An invitee counts as active with revenue in the last days of this number. */
export const ACTIVE_INVITEE_DAYS = 30
