import { sql } from 'kysely'
import sharp from 'sharp'
import { pictureFormat, TICKET_SECONDS } from '#lib/rules/feedback.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { LoginExpiredError, RefusalError, ServiceBusyError } from '#service/platform/http/refusal.ts'
import { isAlive, type Session } from '#service/platform/http/sessions.ts'
import { hashToken, newId, newToken } from '#service/platform/ids.ts'

/** Unattached pictures are kept for a day: a draft may be sent in the evening. */
const DRAFT_MS = 86_400_000
const MAX_PIXELS = 40_000_000
const MAX_EDGE_PX = 1920
/** Maximum pictures that wait for the one being decoded. */
const MAX_WAITING = 8

/** Issues a ticket for one upload. Its budget is spent here, before a byte has arrived. */
export async function issueTicket(ctx: Context, { userId, id: sessionId }: Session) {
  await ctx.limits.spend('pictureUser', userId)
  const [id, ticket, now] = [newId(), newToken(), ctx.clock.now()]
  const expiresAt = new Date(now + TICKET_SECONDS * 1000)
  await ctx.db
    .insertInto('report_pictures')
    .values({
      id,
      user_id: userId,
      session_id: sessionId,
      ticket_hash: hashToken(ticket),
      created_at: new Date(now),
      expires_at: expiresAt,
      report_id: null,
      place: null,
      picture: null,
    })
    .execute()
  return { id, ticket, expiresAt: unixSeconds(expiresAt) }
}

/** Consumes a ticket, which is valid for one upload while its session is. Throws LoginExpiredError without one. */
export async function takeTicket(ctx: Context, ticket: unknown): Promise<{ id: string }> {
  if (typeof ticket !== 'string' || ticket.length > 128) throw new LoginExpiredError()
  const now = new Date(ctx.clock.now())
  const row = await ctx.db
    .updateTable('report_pictures')
    .set({ expires_at: new Date(0) })
    .where('ticket_hash', '=', hashToken(ticket))
    .where('expires_at', '>', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions')
          .select('id')
          .whereRef('sessions.id', '=', 'report_pictures.session_id')
          .where(isAlive(now.getTime())),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new LoginExpiredError()
  return row
}

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** Decodes one picture at a time: each may need 160 MB. */
async function runExclusive<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING) throw new ServiceBusyError()
  waiting += 1
  const mine = last.then(work, work)
  last = mine.catch(() => undefined)
  return mine.finally(() => {
    waiting -= 1
  })
}

/** Re-encodes a picture: upright, at most 1920 px, without metadata. Throws when it is no picture. */
export async function encodePicture(bytes: Buffer): Promise<Buffer> {
  const format = pictureFormat(bytes)
  if (format === undefined) throw new RefusalError('PICTURE_UNREADABLE')
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    if ((await image.metadata()).format !== format) throw new Error('another format')
    return await image
      .rotate()
      .resize({ width: MAX_EDGE_PX, height: MAX_EDGE_PX, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
  } catch {
    throw new RefusalError('PICTURE_UNREADABLE')
  }
}

/** Re-encodes and stores an uploaded picture. Refuses with PICTURE_UNREADABLE; throws ServiceBusyError when too many wait. */
export async function savePicture(ctx: Context, id: string, bytes: unknown): Promise<{ id: string }> {
  if (!Buffer.isBuffer(bytes)) throw new RefusalError('PICTURE_UNREADABLE')
  const picture = await runExclusive(() => encodePicture(bytes))
  await ctx.db.updateTable('report_pictures').set({ picture }).where('id', '=', id).execute()
  return { id }
}

/** Attaches unattached pictures of the user to a report; throws when one is not available. */
export async function attachPictures(
  db: Database,
  { userId, reportId, ids }: { userId: string; reportId: string; ids: readonly string[] },
): Promise<void> {
  for (const [place, id] of ids.entries()) {
    const { numUpdatedRows } = await db
      .updateTable('report_pictures')
      .set({ report_id: reportId, place })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('report_id', 'is', null)
      .where('picture', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new RefusalError('PICTURE_GONE')
  }
}

/** Only the owner's pictures; refuses with PICTURE_GONE. */
export async function pictureOf(db: Database, userId: string, id: string) {
  const row = await db
    .selectFrom('report_pictures')
    .select('picture')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row?.picture) throw new RefusalError('PICTURE_GONE')
  return { id, type: 'image/webp' as const, data: row.picture.toString('base64') }
}

export async function deleteUnusedPictures({ db, clock }: Context): Promise<void> {
  await sql`delete from report_pictures where report_id is null and created_at < ${new Date(clock.now() - DRAFT_MS)}`.execute(
    db,
  )
}
