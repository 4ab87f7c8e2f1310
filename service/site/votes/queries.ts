import { sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import type { VotedPage } from './rules.ts'

/** Adds answers to the counts of a page. */
export async function addVotes(db: Database, page: VotedPage & { yes: number; no: number }): Promise<void> {
  await db
    .insertInto('page_votes')
    .values(page)
    .onConflict((conflict) =>
      conflict
        .columns(['path', 'lang'])
        .doUpdateSet({ yes: sql`page_votes.yes + excluded.yes`, no: sql`page_votes.no + excluded.no` }),
    )
    .execute()
}
