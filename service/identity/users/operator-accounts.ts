import { userByIdOrNone, userByName } from '#service/identity/users/queries.ts'
import { toEmailAddress } from '#service/messaging/mail/email-address.ts'
import type { Database } from '#service/platform/db/open.ts'
import { refused } from '#service/platform/operator/errors.ts'
import type { UserTable } from './tables.ts'

/** The account of an address in any spelling, or of an id. */
export async function accountOf(db: Database, email: string): Promise<UserTable> {
  const address = toEmailAddress(email)
  const user = address ? await userByName(db, address) : await userByIdOrNone(db, email.trim())
  if (!user) throw refused(`There is no account ${address ?? email.trim()}.`)
  return user
}
