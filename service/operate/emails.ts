import type { Database } from '../db/open.ts'
import type { UserTable } from '../db/tables/accounts.ts'
import { toEmailAddress } from '../mail/email-address.ts'
import { userByName } from '../users/queries.ts'
import { refused } from './errors.ts'

/** The account of an address, in whatever spelling it was given. */
export async function accountOf(db: Database, email: string): Promise<UserTable> {
  const address = toEmailAddress(email)
  const user = address && (await userByName(db, address))
  if (!user) throw refused(`There is no account ${address ?? email.trim()}.`)
  return user
}
