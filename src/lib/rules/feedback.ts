/** Reports of users (SPEC-4.30, ADR-077). */

export const reportCategories = ['device', 'earnings', 'withdrawal', 'account', 'site', 'idea', 'other'] as const
export type ReportCategory = (typeof reportCategories)[number]

export const reportStates = ['Submitted', 'Replied', 'Closed'] as const
export type ReportState = (typeof reportStates)[number]

export const MAX_CONTENT = 2000
export const MAX_CONTACT = 120
/** Words that a user may add to one report. */
export const MAX_FOLLOW_UPS = 20

/** For how long after a reply the user may go on; then the report is closed. */
export const REPLY_OPEN_MS = 7 * 86_400_000

export const MAX_PICTURES = 3
export const PICTURE_BYTES = 5 * 1024 * 1024
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
/** How long the bytes of a picture may take to come. */
export const TICKET_SECONDS = 300

interface ReportFacts {
  /** When an operator has closed it, in Unix milliseconds. */
  closedAt: number | null
  /** Author and time of the last message. */
  lastBy: 'user' | 'operator'
  lastAt: number
}

/** State of a report: closed by an operator, or seven days after a reply without an answer. */
export function reportState({ closedAt, lastBy, lastAt }: ReportFacts, now: number): ReportState {
  if (closedAt !== null) return 'Closed'
  if (lastBy === 'user') return 'Submitted'
  return now < lastAt + REPLY_OPEN_MS ? 'Replied' : 'Closed'
}

const starts = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
} as const
const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

/** Detects a picture's format from its first bytes, independent of name and type; undefined for other files. */
export function pictureFormat(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | undefined {
  if (starts.png.every((byte, index) => bytes[index] === byte)) return 'png'
  if (starts.jpeg.every((byte, index) => bytes[index] === byte)) return 'jpeg'
  return ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP' ? 'webp' : undefined
}
