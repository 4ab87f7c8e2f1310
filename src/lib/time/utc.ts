/** A moment as text in UTC, to the minute: "2026-11-21 04:05". Takes Unix milliseconds. */
export const utcMinute = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ')
