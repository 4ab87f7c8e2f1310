import type { ColumnType, Generated } from 'kysely'
import type { TaskKind, TaskPeriod } from '#lib/rules/tasks.ts'
import type { Reason } from '#service/identity/providers/social.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    tasks: TaskTable
    task_entries: TaskEntryTable
  }
}

export interface TaskTable {
  /** In the order in which they were added. int8 comes from the driver as a string. */
  number: Generated<string>
  id: string
  kind: TaskKind
  period: TaskPeriod
  title: string
  title_zh: string
  text: string
  text_zh: string
  points: bigint
  link: string | null
  valid_until: Date | null
  created_at: Date
  closed_at: Date | null
}

export interface TaskEntryTable {
  user_id: string
  task_id: string
  /** A UTC day, or empty for a task that is done once. */
  period: string
  status: 'pending' | 'failed' | 'verified'
  tries: number
  asked_at: Date
  next_try_at: Date
  lang: 'en' | 'zh'
  proof: string | null
  failure: ColumnType<Reason | null, string | null, string | null>
  /** Credited points. */
  points: bigint | null
  verified_at: Date | null
  reviewed_by: string | null
  /** Outbox: the user was not notified of the review yet. */
  untold: Generated<boolean>
}
