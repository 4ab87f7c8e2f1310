import { crockfordCode } from './codes.ts'
import { pastedText } from './pasted-text.ts'

/** Limits of invitations: codes, reminders and reviews (SPEC-9.8, ADR-073, ADR-075). */

/** An invitee can be reminded this often. */
export const REMINDER_EVERY_SECONDS = 7 * 86_400
/** Paid invitations of one inviter per UTC day; further ones are reviewed by a person. */
export const MAX_PAID_A_DAY = 50
/** This many registrations with one code by equal browsers within `BURST_SECONDS` are reviewed. */
export const BURST_INVITEES = 10
export const BURST_SECONDS = 3600
/** Networks are compared over this time, and forgotten after it. */
export const NETWORK_DAYS = 30

/**
 * True if a link's `inviteCode` parameter has the form of a code: letters and digits only, so that nothing else gets
 * through.
 */
export const isInviteCode = (text: string): boolean => /^[0-9A-Za-z]{4,16}$/.test(text)

/** Room for a link that is pasted in the place of its code. */
export const INVITE_FIELD_LENGTH = 500

/** Extracts the code from typed or pasted text: the code itself, or a link or message that contains it. */
export function inviteCodeIn(pasted: string): string {
  const text = pastedText(pasted).normalize('NFKC')
  return crockfordCode(/inviteCode=([^&#\s]*)/i.exec(text)?.[1] ?? text)
}

/** The code of an address's query, as it is stored, or undefined. */
export function inviteCodeOf(search: string): string | undefined {
  const code = pastedText(new URLSearchParams(search).get('inviteCode') ?? '')
  return isInviteCode(code) ? crockfordCode(code) : undefined
}
