import { sql } from 'kysely'
import { FACTOR_TICKET_MS, FACTOR_TICKET_TRIES, type SignInMethod } from '#lib/rules/sign-in.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { endSessions } from '#service/platform/http/sessions.ts'
import { hashToken, newToken } from '#service/platform/ids.ts'
import { lockUser } from '../users/queries.ts'
import type { UserTable } from '../users/tables.ts'
import { hasFactor } from './factors.ts'
import type { FactorTicketTable } from './tables.ts'

/** Locks the user, and refuses when the password changed meanwhile: a new password also ends sign-ins in progress. */
export async function lockUnchangedUser(db: Database, user: UserTable): Promise<void> {
  const { password_hash } = await lockUser(db, user.id)
  if (password_hash !== user.password_hash) throw new RefusalError('CREDENTIALS_WRONG')
}

/** Ends the sign-in of a user with a second factor, with a ticket that proves the first one. */
export async function requireSecondFactor(ctx: Context, user: UserTable, method: SignInMethod): Promise<void> {
  if (!(await hasFactor(ctx.db, user.id))) return
  const ticket = newToken()
  await ctx.db.transaction().execute(async (db) => {
    await lockUnchangedUser(db, user)
    await db
      .insertInto('factor_tickets')
      .values({
        token_hash: hashToken(ticket),
        user_id: user.id,
        way: method,
        tries_left: FACTOR_TICKET_TRIES,
        expires_at: new Date(ctx.clock.now() + FACTOR_TICKET_MS),
      })
      .execute()
  })
  throw new RefusalError('FACTOR_NEEDED', { ticket })
}

/** The row of a valid ticket. */
export async function ticketOf(ctx: Context, ticket: string): Promise<FactorTicketTable> {
  const row = await ctx.db
    .selectFrom('factor_tickets')
    .selectAll()
    .where('token_hash', '=', hashToken(ticket))
    .where('tries_left', '>', 0)
    .where('expires_at', '>', new Date(ctx.clock.now()))
    .executeTakeFirst()
  if (!row) throw new RefusalError('TICKET_GONE')
  return row
}

/** Spends a try of the ticket, before anything is evaluated. */
export async function spendTicketTry(ctx: Context, ticket: string): Promise<FactorTicketTable> {
  const row = await ctx.db
    .updateTable('factor_tickets')
    .set({ tries_left: sql<number>`tries_left - 1` })
    .where('token_hash', '=', hashToken(ticket))
    .where('tries_left', '>', 0)
    .where('expires_at', '>', new Date(ctx.clock.now()))
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new RefusalError('TICKET_GONE')
  return row
}

/** Deletes a ticket, which is valid for one sign-in. */
export async function deleteTicket(db: Database, { token_hash }: FactorTicketTable): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('factor_tickets')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new RefusalError('TICKET_GONE')
}

export async function deleteExpiredTickets(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('factor_tickets').where('expires_at', '<', now).execute()
}

/**
 * Ends every session of a user, and every sign-in that waits for its second factor: its first one was right as it was then.
 */
export async function endAllSessions(db: Database, now: number, userId: string): Promise<void> {
  await endSessions(db, now, { userId })
  await db.deleteFrom('factor_tickets').where('user_id', '=', userId).execute()
}
