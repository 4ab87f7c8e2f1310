import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

export const tasksOwnData: OwnData = {
  parts: {
    tasks: (id) => sql`
      select title, task_entries.period, status, proof, task_entries.points, asked_at, verified_at
      from task_entries join tasks on tasks.id = task_id where user_id = ${id} order by asked_at desc`,
  },
}
