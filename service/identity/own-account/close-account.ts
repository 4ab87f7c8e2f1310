import { toUnits } from '#lib/money/coins.ts'
import { CLOSING_GRACE_MS } from '#lib/rules/sign-in.ts'
import { utcDateTime, utcMinuteFrom } from '#lib/time/format.ts'
import { queueLetter, writeLetter } from '#service/messaging/mail/letters.ts'
import { minuteFrom, unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import type { Session } from '#service/platform/http/sessions.ts'
import { endAllSessions } from '../sign-in/factor-tickets.ts'
import type { Visitor } from '../sign-in/sign-in.ts'
import { requireProof } from '../sign-in/step-up.ts'
import { noteEvent } from '../users/events.ts'
import { lockUser } from '../users/queries.ts'
import { blockersOf } from './blockers.ts'
import { erasePersonalData } from './erase.ts'
import { balanceIn } from './holdings.ts'

const closingOf = (db: Database, userId: string) =>
  db.selectFrom('account_closings').selectAll().where('user_id', '=', userId).executeTakeFirst()

export async function closingState(ctx: Context, db: Database, userId: string) {
  const now = ctx.clock.now()
  const row = await closingOf(db, userId)
  const holdings = await ctx.holdings.holdingsOf(db, userId)
  const obstacles = await blockersOf(ctx, db, { userId, holdings, now })
  return { closesAt: row ? minuteFrom(row.closes_at) : null, obstacles, holdings }
}

interface ClosingRequest {
  session: Session
  visitor: Visitor
  /** The balance that its owner gives up, as shown on the page. */
  balance: string
}

/**
 * Schedules the closing of an account after the grace period; returns its time. Needs step-up authentication, and no blockers.
 * A repeated request returns the time of the first.
 */
export async function requestClosing(ctx: Context, { session, visitor, balance }: ClosingRequest): Promise<Date> {
  await requireProof(ctx, session)
  const { userId } = session
  return ctx.db.transaction().execute(async (db) => {
    const { username } = await lockUser(db, userId)
    const known = await closingOf(db, userId)
    if (known) return known.closes_at
    const now = ctx.clock.now()
    const holdings = await ctx.holdings.holdingsOf(db, userId)
    const obstacles = await blockersOf(ctx, db, { userId, holdings, now })
    if (obstacles.length > 0) throw new RefusalError('CLOSING_OBSTRUCTED', { obstacles })
    // The user may only give up an amount that the page has shown.
    if (balanceIn(holdings) !== balance) throw new RefusalError('CLOSING_CHANGED', { balance: balanceIn(holdings) })
    const closesAt = new Date(now + CLOSING_GRACE_MS)
    const row = { user_id: userId, asked_at: new Date(now), closes_at: closesAt, closed_at: null, lang: visitor.lang }
    await db
      .insertInto('account_closings')
      .values({ ...row, balance: toUnits(balance, 'USDT') })
      .execute()
    await noteEvent(db, { userId, kind: 'closing-asked', now, visitor })
    await queueClosingLetter(ctx, db, { to: username, lang: visitor.lang, kind: 'closingAsked', closesAt, now })
    return closesAt
  })
}

/** Does nothing when no closing is scheduled. */
export async function cancelClosing(ctx: Context, userId: string, visitor: Visitor): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const { username } = await lockUser(db, userId)
    if (!(await deleteClosing(db, userId))) return
    const now = ctx.clock.now()
    await noteEvent(db, { userId, kind: 'closing-stopped', now, visitor })
    await queueClosingLetter(ctx, db, {
      to: username,
      lang: visitor.lang,
      kind: 'closingStopped',
      closesAt: new Date(now),
      now,
    })
  })
}

async function deleteClosing(db: Database, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_closings')
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Closes the accounts that are due, each in its own transaction. */
export async function closeDueAccounts(ctx: Context): Promise<void> {
  const due = await ctx.db
    .selectFrom('account_closings')
    .select('user_id')
    .where('closed_at', 'is', null)
    .where('closes_at', '<=', new Date(ctx.clock.now()))
    .execute()
  for (const { user_id } of due) await ctx.db.transaction().execute((db) => closeAccount(ctx, db, user_id))
}

/**
 * Closes an account: sign-in is no longer possible, and address, name, passwords, sign-in methods and history are erased.
 * Records of the ledger and of the chain stay, under an id. Money that has arrived since keeps the account open; dust does not.
 */
async function closeAccount(ctx: Context, db: Database, userId: string): Promise<void> {
  const { username } = await lockUser(db, userId)
  const row = await closingOf(db, userId)
  const now = ctx.clock.now()
  if (!row || row.closed_at || row.closes_at.getTime() > now) return
  for (const one of ctx.ownData) await one.lock?.(db, userId)
  const letter = { to: username, lang: row.lang, closesAt: row.closes_at, now }
  const holdings = await ctx.holdings.holdingsOf(db, userId)
  const hasGrown = toUnits(balanceIn(holdings), 'USDT') > row.balance
  if (hasGrown || (await blockersOf(ctx, db, { userId, holdings, now })).length > 0) {
    await deleteClosing(db, userId)
    await noteEvent(db, { userId, kind: 'closing-stopped', now })
    return queueClosingLetter(ctx, db, { ...letter, kind: 'closingObstructed' })
  }
  await queueClosingLetter(ctx, db, { ...letter, kind: 'closed' })
  await endAllSessions(db, now, userId)
  await erasePersonalData(ctx, db, { userId, username, now })
  await db
    .updateTable('account_closings')
    .set({ closed_at: new Date(now) })
    .where('user_id', '=', userId)
    .execute()
  await ctx.holdings.giveUp(db, { userId, now })
}

type ClosingLetter = 'closingAsked' | 'closingStopped' | 'closingObstructed' | 'closed'

async function queueClosingLetter(
  ctx: Context,
  db: Database,
  of: { to: string; lang: Lang; kind: ClosingLetter; closesAt: Date; now: number },
): Promise<void> {
  const values = {
    time: utcDateTime(unixSeconds(of.now)),
    closes: utcMinuteFrom(of.closesAt.getTime()),
  }
  await queueLetter(ctx, db, writeLetter(ctx, of, values))
}
