/** Points (SPEC-9.8, SPEC-9.9, ADR-026). */

/** Sources of points: verified work, tasks, invited friends, and a share of the friends' mining. */
export const pointSources = ['mining', 'task', 'referral', 'referral-share'] as const
export type PointSource = (typeof pointSources)[number]

/** Points for an invitee who mines, credited with the first day on which a device of theirs was valid and had revenue. */
export const INVITATION_POINTS = 1000
/** Share of an invitee's device points, in percent. */
export const INVITATION_SHARE_PERCENT = 10
/** An invitee counts as active with revenue in the last days of this number. */
export const ACTIVE_INVITEE_DAYS = 30

const TERA = 10n ** 12n

/**
 * Points for verified work, in hashes, at a rate of points for 10^12 hashes: whole ones, cut towards zero, so that nothing
 * is ever given that was not mined.
 */
export const minedPoints = (work: bigint, perTera: bigint): bigint => (work * perTera) / TERA

/** The next of 1, 2 and 5 times a power of ten from 1,000 on that is above a total: a goal to see progress towards. */
export function nextMilestone(total: bigint): bigint {
  for (let power = 1000n; ; power *= 10n)
    for (const factor of [1n, 2n, 5n]) if (factor * power > total) return factor * power
}
