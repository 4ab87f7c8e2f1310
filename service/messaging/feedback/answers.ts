import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { queueLetter, writeLetter } from '../mail/letters.ts'
import { notify } from '../notify/notify.ts'
import { sourceOf, type WholeReport } from './queries.ts'
import { addReportWord } from './submit-report.ts'

const BATCH = 50

/** Adds an operator's answer to a locked report, with a message to the user. Its letter follows within a minute. */
export async function answerReport(
  db: Database,
  whole: WholeReport,
  { by, content, now, closes }: { by: string; content: string; now: number; closes: boolean },
): Promise<void> {
  const { row } = whole
  const word = { author: 'operator', by_name: by, request_id: null, content, now } as const
  const number = await addReportWord(db, whole, word)
  await notify(db, {
    userId: row.user_id,
    category: 'feedback',
    source: `${sourceOf(row.id)}${number}`,
    kind: closes ? 'reportClosed' : 'reportReplied',
    values: { report: row.id },
    at: now,
    isMailed: true,
  })
}

/** Queues the letters about operators' answers: each once, from whichever node comes first. */
export async function queueAnswerLetters(ctx: Context): Promise<void> {
  while ((await ctx.db.transaction().execute((db) => queueBatch(ctx, db))) === BATCH) {}
}

async function queueBatch(ctx: Context, db: Database): Promise<number> {
  const pending = await db
    .selectFrom('report_words')
    .select(['report_id', 'number'])
    .where('author', '=', 'operator')
    .where('told_at', 'is', null)
    .orderBy('at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { report_id: id, number } of pending) {
    const { user_id, lang, closed_at } = await db
      .selectFrom('reports')
      .select(['user_id', 'lang', 'closed_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const kind = closed_at ? 'reportClosed' : 'reportReplied'
    const { username: to } = await ctx.directory.byId(db, user_id)
    const letter = writeLetter(ctx, { to, lang, kind }, { origin: ctx.config.origin })
    await queueLetter(ctx, db, letter)
    await db
      .updateTable('report_words')
      .set({ told_at: new Date(ctx.clock.now()) })
      .where('report_id', '=', id)
      .where('number', '=', number)
      .execute()
  }
  return pending.length
}
