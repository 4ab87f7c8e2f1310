import type { Selectable } from 'kysely'
import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import type { addReport, followUpReport, Report } from '#lib/contract/feedback.ts'
import { MAX_FOLLOW_UPS } from '#lib/rules/feedback.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { answerOnce, requireSameRequest } from '#service/platform/http/request-ids.ts'
import { newId } from '#service/platform/ids.ts'
import { attachPictures } from './pictures.ts'
import { findReport, readReports, stateOf, toReport, type WholeReport } from './queries.ts'
import type { ReportWordTable } from './tables.ts'

type Of<T> = T & { userId: string }
type NewReport = Of<ParsedRequestOf<typeof addReport>> & { lang: Lang }

async function loadReport(db: Database, id: string, now: number): Promise<Report> {
  return toReport((await findReport(db, { id })) as WholeReport, now)
}

/** Saves a report, once for each `requestId`. */
export const submitReport = (ctx: Context, request: NewReport): Promise<Report> =>
  answerOnce(ctx, request, { existing: () => existingReport(ctx, request), act: () => add(ctx, request) })

async function existingReport(ctx: Context, request: NewReport): Promise<Report | undefined> {
  const row = await ctx.db
    .selectFrom('reports')
    .innerJoin('report_words', 'report_words.report_id', 'reports.id')
    .select(['reports.id', 'reports.category', 'report_words.content'])
    .where('user_id', '=', request.userId)
    .where('reports.request_id', '=', request.requestId)
    .where('number', '=', 0)
    .executeTakeFirst()
  const known = requireSameRequest(row, () => ({ category: request.category, content: request.content }))
  return known && loadReport(ctx.db, known.id, ctx.clock.now())
}

const firstWord = { number: 0, author: 'user', by_name: null, request_id: null, told_at: null } as const

async function add(ctx: Context, request: NewReport): Promise<Report> {
  await ctx.limits.spend('reportUser', request.userId)
  const { userId, category, content, contact, requestId, pictures } = request
  const [id, now] = [newId(), ctx.clock.now()]
  const at = new Date(now)
  const isNew = await ctx.db.transaction().execute(async (db) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('reports')
      .values({
        id,
        user_id: userId,
        request_id: requestId,
        category,
        contact,
        lang: request.lang,
        browser: request.browser ?? null,
        client_version: request.clientVersion ?? null,
        fault_id: request.faultId ?? null,
        at,
        closed_at: null,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'request_id']).doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return false
    await db
      .insertInto('report_words')
      .values({ ...firstWord, report_id: id, content, at })
      .execute()
    await attachPictures(db, { userId, reportId: id, ids: pictures })
    return true
  })
  // Another node has processed the same request at the same moment.
  return isNew ? loadReport(ctx.db, id, now) : ((await existingReport(ctx, request)) as Report)
}

/** Adds a follow-up of the user, once for each `requestId`: the report waits for an answer again. */
export const followUp = (ctx: Context, request: Of<ParsedRequestOf<typeof followUpReport>>): Promise<Report> =>
  answerOnce(ctx, request, { existing: () => existingWord(ctx, request), act: () => addWord(ctx, request) })

async function existingWord(
  ctx: Context,
  request: Of<ParsedRequestOf<typeof followUpReport>>,
): Promise<Report | undefined> {
  const row: Selectable<ReportWordTable> | undefined = await ctx.db
    .selectFrom('report_words')
    .innerJoin('reports', 'reports.id', 'report_words.report_id')
    .selectAll('report_words')
    .where('user_id', '=', request.userId)
    .where('report_id', '=', request.id)
    .where('report_words.request_id', '=', request.requestId)
    .executeTakeFirst()
  const known = requireSameRequest(row, () => ({ content: request.content }))
  return known && loadReport(ctx.db, known.report_id, ctx.clock.now())
}

async function addWord(ctx: Context, request: Of<ParsedRequestOf<typeof followUpReport>>): Promise<Report> {
  await ctx.limits.spend('reportUser', request.userId)
  const { id, userId, content, requestId } = request
  const now = ctx.clock.now()
  await ctx.db.transaction().execute(async (db) => {
    const locked = await lockReport(db, { id, userId })
    if (!locked) throw new RefusalError('REPORT_UNKNOWN')
    if (locked.words.some((word) => word.request_id === requestId)) return
    assertCanFollowUp(locked, now)
    await addReportWord(db, locked, { author: 'user', by_name: null, request_id: requestId, content, now })
    await readReports(db, { userId, id, now })
  })
  return loadReport(ctx.db, id, now)
}

function assertCanFollowUp(whole: WholeReport, now: number): void {
  const state = stateOf(whole, now)
  if (state === 'Closed') throw new RefusalError('REPORT_CLOSED')
  const own = whole.words.filter(({ author }) => author === 'user').length
  if (state === 'Submitted' || own > MAX_FOLLOW_UPS) throw new RefusalError('REPORT_WAITS')
}

/** Loads a report under the lock of its row, which serialises the numbers of its words. */
export async function lockReport(db: Database, of: { id: string; userId?: string }): Promise<WholeReport | undefined> {
  await db.selectFrom('reports').select('id').where('id', '=', of.id).forUpdate().execute()
  return findReport(db, of)
}

/** Adds a word to a locked report, and returns its number. */
export async function addReportWord(
  db: Database,
  { row, words }: WholeReport,
  { now, ...word }: { now: number } & Pick<ReportWordTable, 'author' | 'by_name' | 'request_id' | 'content'>,
): Promise<number> {
  const number = (words.at(-1)?.number ?? 0) + 1
  await db
    .insertInto('report_words')
    .values({ ...word, report_id: row.id, number, at: new Date(now), told_at: null })
    .execute()
  return number
}

/** Marks all operator answers as notified, so that no mail is sent about them. */
export async function markAnswersNotified(db: Database, at: Date): Promise<void> {
  await db.updateTable('report_words').set({ told_at: at }).where('author', '=', 'operator').execute()
}
