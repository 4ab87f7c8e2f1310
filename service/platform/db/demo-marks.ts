import type { Database } from './open.ts'

/** Acts in the audit that mark a database that a demo fills, or has filled. */
export const demoMarks = { filling: 'demo-filling', filled: 'demo-filled' } as const

/** Whether the database holds simulated data. */
export async function isDemoDatabase(db: Database): Promise<boolean> {
  const mark = await db
    .selectFrom('audit')
    .select('id')
    .where('act', 'in', Object.values(demoMarks))
    .limit(1)
    .executeTakeFirst()
  return mark !== undefined
}
