import { sql } from 'kysely'
import type { UserInfo } from '#lib/contract/accounts.ts'
import { type EmailAddress, readableEmail } from '#service/messaging/mail/email-address.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { UserTable } from './tables.ts'

export const userByName = (db: Database, username: EmailAddress) =>
  db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst()

/** Throws when there is no such user. */
export const userById = (db: Database, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const userByIdOrNone = (db: Database, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** The e-mail address of a user, in its canonical form. */
export const usernameOf = async (db: Database, id: string): Promise<string> => (await userById(db, id)).username

/** Follows the id in the name of a user whose account is closed. */
export const CLOSED = '@closed.invalid'

/** The ids of users whose accounts are closed. */
export const closedUsers = (db: Database) =>
  db.selectFrom('users').select('id').where(sql<boolean>`username = lower(id) || ${CLOSED}`)

/** Ids of users in their order, from behind one on. */
export const userIdsAfter = async (db: Database, after: string, limit: number): Promise<string[]> => {
  const rows = await db.selectFrom('users').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

export const hasUsers = async (db: Database): Promise<boolean> => (await userIdsAfter(db, '', 1)).length > 0

/** The row of a user is locked before any other row that money depends on, which prevents deadlocks. */
export const lockUser = (db: Database, userId: string) =>
  db.selectFrom('users').selectAll().where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow()

/** Locks the rows of users in the order of their ids, so that those who lock the same ones take turns. */
export async function lockUsers(db: Database, ids: readonly string[]): Promise<void> {
  await db.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** Locks those of the rows of users that nobody else has locked, in the order of their ids, and returns their ids. Waits for none. */
export async function lockFreeUsers(db: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where id = any(${[...ids]}::text[]) order by id for no key update skip locked`.execute(db)
  return rows.map(({ id }) => id)
}

export const userByInviteCode = (db: Database, inviteCode: string) =>
  db.selectFrom('users').select(['id', 'name']).where('invite_code', '=', inviteCode).executeTakeFirst()

export const userIdByInviteCode = async (db: Database, inviteCode: string): Promise<string | undefined> =>
  (await userByInviteCode(db, inviteCode))?.id

export function toUserInfo(user: UserTable): UserInfo {
  return {
    id: user.id,
    username: readableEmail(user.username),
    name: user.name,
    inviteCode: user.invite_code,
    setPaymentPassword: user.payment_password_hash === null ? 0 : 1,
    createdAt: unixSeconds(user.created_at),
  }
}
