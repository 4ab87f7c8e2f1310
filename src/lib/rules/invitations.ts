import { crockfordCode } from './codes.ts'

/** Invitations: their codes, reminders, and when a person looks at them (SPEC-9.8, ADR-073, ADR-075). */

/** An invitee can be reminded this often. */
export const REMINDER_EVERY_SECONDS = 7 * 86_400
/** Paid invitations of one inviter and UTC day; more are looked at by a person. */
export const MAX_PAID_A_DAY = 50
/** So many registrations with one code, by equal browsers within this time, are looked at. */
export const BURST_INVITEES = 10
export const BURST_SECONDS = 3600
/** Networks are compared over this time, and forgotten after it. */
export const NETWORK_DAYS = 30

/** What a link carries as a code: `inviteCode` of its query. Letters and digits alone, so that nothing else gets through. */
export const isInviteCode = (text: string): boolean => /^[0-9A-Za-z]{4,16}$/.test(text)

/** Room for a link that is pasted in the place of its code. */
export const INVITE_FIELD_LENGTH = 500

/** The code in what somebody typed or pasted: the code itself, or a link or a message that holds it. */
export const inviteCodeIn = (text: string): string =>
  crockfordCode(/inviteCode=([^&#\s]*)/i.exec(text.normalize('NFKC'))?.[1] ?? text)

/** The code of an address's query, as it is stored, or undefined. */
export function inviteCodeOf(search: string): string | undefined {
  const code = new URLSearchParams(search).get('inviteCode')
  return code !== null && isInviteCode(code) ? crockfordCode(code) : undefined
}
