import { type Insertable, sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import type { NoticeTable } from './tables.ts'

export async function addNotice(db: Database, row: Insertable<NoticeTable>): Promise<void> {
  await db.insertInto('notices').values(row).execute()
}

/** Lets every user of now have read all notices until a moment. */
export async function markReadUntil(db: Database, until: Date): Promise<void> {
  await sql`insert into notice_marks (user_id, read_until) select id, ${until} from users`.execute(db)
}
