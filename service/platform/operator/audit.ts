import type { Database } from '../db/open.ts'
import { newId } from '../ids.ts'

/** Writes down what an operator did; `at` is in Unix milliseconds. */
export async function addAudit(
  db: Database,
  row: { at: number; operator: string; act: string; detail: string },
): Promise<void> {
  await db
    .insertInto('audit')
    .values({ id: newId(), at: new Date(row.at), operator: row.operator, act: row.act, detail: row.detail })
    .execute()
}
