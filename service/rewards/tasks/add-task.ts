import type { Insertable } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import type { TaskTable } from './tables.ts'

/** Adds a task, which is offered at once; returns its id. */
export async function addTask(
  db: Database,
  task: Omit<Insertable<TaskTable>, 'id' | 'created_at'>,
  now: number,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('tasks')
    .values({ ...task, id, created_at: new Date(now) })
    .execute()
  return id
}
