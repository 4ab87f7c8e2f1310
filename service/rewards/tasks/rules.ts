import {
  factKinds,
  SOCIAL_RETRY_SECONDS,
  socialKinds,
  TASK_RETRY_SECONDS,
  type TaskKind,
  type TaskPeriod,
} from '#lib/rules/tasks.ts'
import { utcDate } from '#lib/time/format.ts'

/** Times are Unix milliseconds. */

const DAY_MS = 86_400_000

/** Period of a user's entry: the UTC day for a daily task, empty for one that is done once. */
export const periodAt = (period: TaskPeriod, now: number): string =>
  period === 'once' ? '' : utcDate(Math.floor(now / 1000))

/** End of a task: midnight UTC for a daily one, and never after the task's own end. */
export function validUntil(task: { period: TaskPeriod; validUntil: number | null }, now: number): number | null {
  if (task.period === 'once') return task.validUntil
  const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS
  return task.validUntil === null ? midnight : Math.min(midnight, task.validUntil)
}

/** Since when a task is closed, or null while it is open. */
export function closedSince(task: { validUntil: number | null; closedAt: number | null }, now: number): number | null {
  const ends = [task.validUntil, task.closedAt].filter((end) => end !== null && end <= now)
  return ends.length > 0 ? Math.min(...(ends as number[])) : null
}

/** When a task can be verified again after this number of failed tries. */
export function retryAt(kind: TaskKind, tries: number, now: number): number {
  if (!isSocial(kind)) return now + (isFact(kind) ? TASK_RETRY_SECONDS * 1000 : 0)
  const { first, max } = SOCIAL_RETRY_SECONDS
  return now + Math.min(first * 2 ** Math.min(tries - 1, 10), max) * 1000
}

export const isFact = (kind: TaskKind): kind is (typeof factKinds)[number] =>
  (factKinds as readonly string[]).includes(kind)
export const isSocial = (kind: TaskKind): kind is (typeof socialKinds)[number] =>
  (socialKinds as readonly string[]).includes(kind)
