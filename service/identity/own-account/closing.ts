import { toUnits } from '#lib/money/coins.ts'
import { CLOSING_GRACE_MS } from '#lib/rules/sign-in.ts'
import { utcDateTime, utcMinuteFrom } from '#lib/time/format.ts'
import { queueLetter, writeLetter } from '#service/messaging/mail/letters.ts'
import { minuteFrom, unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { Refusal } from '#service/platform/http/refusal.ts'
import type { Session } from '#service/platform/http/sessions.ts'
import type { Visitor } from '../sign-in/entering.ts'
import { endAllSessions } from '../sign-in/factor-tickets.ts'
import { requireProof } from '../sign-in/proving.ts'
import { noteEvent } from '../users/events.ts'
import { lockUser } from '../users/queries.ts'
import { forget } from './forgetting.ts'
import { balanceIn } from './holdings.ts'
import { obstaclesOf } from './obstacles.ts'

const closingOf = (db: Database, userId: string) =>
  db.selectFrom('account_closings').selectAll().where('user_id', '=', userId).executeTakeFirst()

export async function closingState(ctx: Context, db: Database, userId: string) {
  const now = ctx.clock.now()
  const row = await closingOf(db, userId)
  const holdings = await ctx.holdings.holdingsOf(db, userId)
  const obstacles = await obstaclesOf(ctx, db, { userId, holdings, now })
  return { closesAt: row ? minuteFrom(row.closes_at) : null, obstacles, holdings }
}

interface Asked {
  session: Session
  visitor: Visitor
  /** The balance that its owner gives up, as the page has shown it. */
  balance: string
}

export async function askToClose(ctx: Context, { session, visitor, balance }: Asked): Promise<Date> {
  await requireProof(ctx, session)
  const { userId } = session
  return ctx.db.transaction().execute(async (db) => {
    const { username } = await lockUser(db, userId)
    const known = await closingOf(db, userId)
    if (known) return known.closes_at
    const now = ctx.clock.now()
    const holdings = await ctx.holdings.holdingsOf(db, userId)
    const obstacles = await obstaclesOf(ctx, db, { userId, holdings, now })
    if (obstacles.length > 0) throw new Refusal('CLOSING_OBSTRUCTED', { obstacles })
    // Nobody gives up an amount that they have not seen.
    if (balanceIn(holdings) !== balance) throw new Refusal('CLOSING_CHANGED', { balance: balanceIn(holdings) })
    const closesAt = new Date(now + CLOSING_GRACE_MS)
    const row = { user_id: userId, asked_at: new Date(now), closes_at: closesAt, closed_at: null, lang: visitor.lang }
    await db
      .insertInto('account_closings')
      .values({ ...row, balance: toUnits(balance, 'USDT') })
      .execute()
    await noteEvent(db, { userId, kind: 'closing-asked', now, visitor })
    await write(ctx, db, { to: username, lang: visitor.lang, kind: 'closingAsked', closesAt, now })
    return closesAt
  })
}

export async function keepAccount(ctx: Context, userId: string, visitor: Visitor): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const { username } = await lockUser(db, userId)
    if (!(await stop(db, userId))) return
    const now = ctx.clock.now()
    await noteEvent(db, { userId, kind: 'closing-stopped', now, visitor })
    await write(ctx, db, { to: username, lang: visitor.lang, kind: 'closingStopped', closesAt: new Date(now), now })
  })
}

async function stop(db: Database, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_closings')
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Closes what is due, each in a transaction of its own. */
export async function closeDue(ctx: Context): Promise<void> {
  const due = await ctx.db
    .selectFrom('account_closings')
    .select('user_id')
    .where('closed_at', 'is', null)
    .where('closes_at', '<=', new Date(ctx.clock.now()))
    .execute()
  for (const { user_id } of due) await ctx.db.transaction().execute((db) => close(ctx, db, user_id))
}

/**
 * Nobody signs in any more, and what tells who it was goes: address, name, passwords, ways in, history. What the books and the
 * chain tell of stays, under an id. Money that has come meanwhile keeps the account open; dust does not.
 */
async function close(ctx: Context, db: Database, userId: string): Promise<void> {
  const { username } = await lockUser(db, userId)
  const row = await closingOf(db, userId)
  const now = ctx.clock.now()
  if (!row || row.closed_at || row.closes_at.getTime() > now) return
  for (const one of ctx.ownData) await one.lock?.(db, userId)
  const told = { to: username, lang: row.lang, closesAt: row.closes_at, now }
  const holdings = await ctx.holdings.holdingsOf(db, userId)
  const hasGrown = toUnits(balanceIn(holdings), 'USDT') > row.balance
  if (hasGrown || (await obstaclesOf(ctx, db, { userId, holdings, now })).length > 0) {
    await stop(db, userId)
    await noteEvent(db, { userId, kind: 'closing-stopped', now })
    return write(ctx, db, { ...told, kind: 'closingObstructed' })
  }
  await write(ctx, db, { ...told, kind: 'closed' })
  await endAllSessions(db, now, userId)
  await forget(ctx, db, { userId, username, now })
  await db
    .updateTable('account_closings')
    .set({ closed_at: new Date(now) })
    .where('user_id', '=', userId)
    .execute()
  await ctx.holdings.giveUp(db, { userId, now })
}

type ClosingLetter = 'closingAsked' | 'closingStopped' | 'closingObstructed' | 'closed'

async function write(
  ctx: Context,
  db: Database,
  of: { to: string; lang: Lang; kind: ClosingLetter; closesAt: Date; now: number },
): Promise<void> {
  const values = {
    time: utcDateTime(unixSeconds(of.now)),
    closes: utcMinuteFrom(of.closesAt.getTime()),
  }
  await queueLetter(ctx, db, writeLetter(of, values))
}
