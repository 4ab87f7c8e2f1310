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

/** What a user's entry of a task is for: the UTC day of one of every day, nothing for one that is done once. */
export const periodAt = (period: TaskPeriod, now: number): string =>
  period === 'once' ? '' : utcDate(Math.floor(now / 1000))

/** Until when a task can be done: the end of the day for one of every day, and never after the task's own end. */
export function validUntil(task: { period: TaskPeriod; validUntil: number | null }, now: number): number | null {
  if (task.period === 'once') return task.validUntil
  const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS
  return task.validUntil === null ? midnight : Math.min(midnight, task.validUntil)
}

/** Since when a task can't be done any more, or null while it can. */
export function closedSince(task: { validUntil: number | null; closedAt: number | null }, now: number): number | null {
  const ends = [task.validUntil, task.closedAt].filter((end) => end !== null && end <= now)
  return ends.length > 0 ? Math.min(...(ends as number[])) : null
}

/** When a task that is being verified for the so-manieth time can be verified again, should it not be done. */
export function retryAt(kind: TaskKind, tries: number, now: number): number {
  if (!isSocial(kind)) return now + (isFact(kind) ? TASK_RETRY_SECONDS * 1000 : 0)
  const { first, most } = SOCIAL_RETRY_SECONDS
  return now + Math.min(first * 2 ** Math.min(tries - 1, 10), most) * 1000
}

export const isFact = (kind: TaskKind): kind is (typeof factKinds)[number] =>
  (factKinds as readonly string[]).includes(kind)
export const isSocial = (kind: TaskKind): kind is (typeof socialKinds)[number] =>
  (socialKinds as readonly string[]).includes(kind)
