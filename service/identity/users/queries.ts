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

/** The row of a user is locked before any other row that money depends on, which prevents deadlocks. */
export const lockUser = (db: Database, userId: string) =>
  db.selectFrom('users').selectAll().where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow()

export const userIdByInviteCode = async (db: Database, inviteCode: string): Promise<string | undefined> =>
  (await db.selectFrom('users').select('id').where('invite_code', '=', inviteCode).executeTakeFirst())?.id

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
