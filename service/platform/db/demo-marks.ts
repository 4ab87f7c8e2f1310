import type { Database } from './open.ts'

/** How a database says that a demo fills it, or has filled it: acts in its audit. */
export const demoMarks = { filling: 'demo-filling', filled: 'demo-filled' } as const

/** Whether what stands in the database is simulated. */
export async function isDemoDatabase(db: Database): Promise<boolean> {
  const mark = await db
    .selectFrom('audit')
    .select('id')
    .where('act', 'in', Object.values(demoMarks))
    .limit(1)
    .executeTakeFirst()
  return mark !== undefined
}
