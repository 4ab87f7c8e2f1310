import { NO_WORK_MS, QUIET_REPORT_SECONDS, RATE_WINDOW_MS, REPORT_SECONDS, TURN_MS } from '#lib/rules/devices.ts'
import { isOnline } from '#lib/rules/online-time.ts'

/** Times are Unix milliseconds unless a name says seconds; rates are hashes a second. */

const SHARE_SECONDS = 10
const FIRST_DIFFICULTY = 262_144
const MIN_DIFFICULTY = 4_096
const MAX_DIFFICULTY = 2 ** 48
/** Shortest window of a rate; a shorter one would overstate a device that has just started. */
export const MIN_WINDOW_MS = 5_000

export const firstDifficulty = FIRST_DIFFICULTY

/** When a device was last seen, in Unix milliseconds; undefined before its first report and after its miner has ended. */
export const lastSeenOf = (device: { state: string; last_seen_at: Date | null }): number | undefined =>
  device.state === 'ended' ? undefined : device.last_seen_at?.getTime()

/**
 * Hashes a second: verified work over the ten minutes before the last report, or over the time since the device came online if that
 * is shorter. The rate does not change between two reports.
 */
export function hashRate(of: { work: number; onlineSince: number; lastSeen: number }): number {
  const window = Math.min(RATE_WINDOW_MS, Math.max(MIN_WINDOW_MS, of.lastSeen - of.onlineSince))
  return of.work / (window / 1000)
}

/** Hashes a second of a device as they are shown: none while it is offline. */
export function shownRate(
  device: { state: string; online_since: Date | null; last_seen_at: Date | null; recent_work: string },
  now: number,
): number {
  const lastSeen = lastSeenOf(device)
  if (lastSeen === undefined || !isOnline(lastSeen, now)) return 0
  const onlineSince = device.online_since?.getTime() ?? lastSeen
  return hashRate({ work: Number(device.recent_work), onlineSince, lastSeen })
}

/** The difficulty at which a device sends a share about every ten seconds; small drifts are ignored. */
export function nextDifficulty(of: { difficulty: number; rate: number; silentMs: number }): number {
  const target = of.rate > 0 ? of.rate * SHARE_SECONDS : of.difficulty / 2
  if (of.rate === 0 && of.silentMs < 2 * REPORT_SECONDS * 1000) return of.difficulty
  const drift = target / of.difficulty
  if (drift > 0.7 && drift < 1.4) return of.difficulty
  const step = Math.min(Math.max(drift, 1 / 16), 16)
  return Math.round(Math.min(Math.max(of.difficulty * step, MIN_DIFFICULTY), MAX_DIFFICULTY))
}

export const dayOf = (time: number): number => Math.floor(time / 86_400_000) * 86_400_000

/** Heat level of each hour: 0 without work, else 1 to 4 in quarters of the strongest hour. */
export function heatLevels(work: readonly number[], strongest: number): number[] {
  return work.map((amount) =>
    amount <= 0 || strongest <= 0 ? 0 : Math.min(4, Math.max(1, Math.ceil((amount / strongest) * 4))),
  )
}

/** Seconds until a device's next report. */
export const reportEvery = (of: { isPaused: boolean; isBehind: boolean }): number =>
  of.isPaused || of.isBehind ? QUIET_REPORT_SECONDS : REPORT_SECONDS

export interface NoWork {
  minutes: number
  cause: 'paused' | 'refused' | 'slow'
}

/** Warning for an online device without an accepted share for 12 minutes, with the likely cause. A pause by its settings is none. */
export function noWork(of: {
  now: number
  online: boolean
  onlineSince: number
  lastShare: number | undefined
  /** When it went on mining after a pause. */
  miningSince: number | undefined
  /** The device has told why it pauses. */
  isExplained: boolean
  paused: boolean
  refusedLately: number
}): NoWork | null {
  const idle = of.now - Math.max(of.onlineSince, of.lastShare ?? 0, of.miningSince ?? 0)
  if (!of.online || of.isExplained || idle < NO_WORK_MS) return null
  const cause = of.paused ? 'paused' : of.refusedLately > 0 ? 'refused' : 'slow'
  return { minutes: Math.floor(idle / 60_000), cause }
}

export interface WeightedProject {
  project: string
  weight: number
}

/** The project of a device at a time: projects alternate by weight, and devices start at different offsets. */
export function projectAt(projects: readonly WeightedProject[], now: number, deviceId: string): string | undefined {
  const turns = projects.flatMap((one) => Array.from({ length: one.weight }, () => one.project))
  const offset = [...deviceId].reduce((sum, character) => sum + character.charCodeAt(0), 0)
  return turns[(Math.floor(now / TURN_MS) + offset) % Math.max(1, turns.length)]
}
