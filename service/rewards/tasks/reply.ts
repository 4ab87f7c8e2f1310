import type { Selectable } from 'kysely'
import { type Task, type TaskFailure, type TaskWait, taskWaits } from '#lib/contract/tasks.ts'
import { VALID_DEVICE_SECONDS } from '#lib/rules/ambassadors.ts'
import type { Reason } from '#service/identity/providers/social.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { closedSince, isSocial, validUntil } from './rules.ts'
import type { TaskEntryTable, TaskTable } from './tables.ts'

export type TaskRow = Selectable<TaskTable>
export type EntryRow = Selectable<TaskEntryTable>

export interface TaskState {
  task: TaskRow
  entry: EntryRow | undefined
  /** Seconds of the device that was online for longest today. */
  longest: number
  now: number
}

/** A task in the form of the contract. */
export function toTask({ task, entry, longest, now }: TaskState): Task {
  const ends = { period: task.period, validUntil: task.valid_until?.getTime() ?? null }
  const closed = closedSince({ ...ends, closedAt: task.closed_at?.getTime() ?? null }, now)
  const until = validUntil(ends, entry?.verified_at?.getTime() ?? now)
  const common = {
    id: task.id,
    type: task.kind,
    period: task.period,
    title: task.title,
    titleZh: task.title_zh,
    text: task.text,
    textZh: task.text_zh,
    amount: (entry?.points ?? task.points).toString(),
    validUntil: until === null ? null : unixSeconds(until),
    link: task.link,
    progress: null,
  }
  if (entry?.verified_at) return { ...common, status: 'verified', finishedAt: unixSeconds(entry.verified_at) }
  if (entry?.status === 'pending' && !hasLapsed(task, entry, now))
    return { ...common, status: 'pending', since: unixSeconds(entry.asked_at), proof: entry.proof }
  const { failure, wait } = failureOf(entry)
  if (closed !== null) return { ...common, status: 'closed', closedAt: unixSeconds(closed), failure }
  const going = {
    ...common,
    progress: task.kind === 'mine-day' ? { seconds: longest, needed: VALID_DEVICE_SECONDS } : null,
  }
  const nextTryAt = unixSeconds(entry?.next_try_at ?? now)
  if (!failure) return { ...going, status: 'unverified', waiting: wait && { why: wait, nextTryAt } }
  return { ...going, status: 'failed', failure, nextTryAt }
}

/** Failure of the user, or the reason to wait: the other site is unavailable, or its answer never came. */
function failureOf(entry: EntryRow | undefined): { failure: TaskFailure | null; wait: TaskWait | null } {
  if (!entry) return { failure: null, wait: null }
  const { failure } = entry
  if (!failure) return { failure: null, wait: 'unavailable' }
  return isWait(failure) ? { failure: null, wait: failure.kind } : { failure, wait: null }
}

const isWait = (reason: Reason): reason is Extract<Reason, { kind: TaskWait }> =>
  (taskWaits as readonly string[]).includes(reason.kind)

/** Whether a pending check on another site was lost, because the process that ran it ended. */
export const hasLapsed = (task: TaskRow, entry: EntryRow, now: number): boolean =>
  isSocial(task.kind) && entry.next_try_at.getTime() <= now
