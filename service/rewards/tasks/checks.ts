import { sql } from 'kysely'
import { type Check, queryCheck } from '#service/platform/db/check.ts'

export const taskChecks: readonly Check[] = [
  queryCheck(
    'V22',
    'each task that was verified was paid once, and no other',
    () => sql`
      select format('%s: the task says %s, the points say %s', operation, coalesce(e.points, 0), coalesce(p.amount, 0))
      from (
        select format('points/task/%s/%s', task_id, user_id) || case period when '' then '' else '/' || period end
                 as operation, user_id, points
        from task_entries where status = 'verified'
      ) as e
      full join (select operation, user_id, amount from points where source = 'task') as p using (operation)
      where e.points is distinct from p.amount or e.user_id is distinct from p.user_id`,
  ),
]
