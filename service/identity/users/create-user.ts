import type { Legal } from '#lib/contract/agreement.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { newCode, newId } from '#service/platform/ids.ts'
import { legalVersions } from './legal-versions.ts'
import type { Referrals } from './referrals.ts'
import type { UserTable } from './tables.ts'

export interface NewUser {
  username: string
  name: string
  passwordHash: string | null
  inviterId: string | null
  now: number
  /** A keyed hash of the user agent. */
  agent?: string
  lang?: Lang
  /** Versions of the legal texts that were accepted, where they are not those in force. */
  agreed?: Record<Legal, string>
}

/** Inserts a user with the accepted versions of the legal texts, and the invitation when there is an inviter. Refuses with CODE_WRONG when the address is taken. */
export async function createUser(db: Database, of: NewUser, referrals: Referrals): Promise<UserTable> {
  const { terms, privacy } = of.agreed ?? (await legalVersions())
  const user = await db
    .insertInto('users')
    .values({
      id: newId(),
      username: of.username,
      name: of.name,
      password_hash: of.passwordHash,
      payment_password_hash: null,
      invite_code: newCode(8),
      inviter_id: of.inviterId,
      withdrawals_locked_until: null,
      created_at: new Date(of.now),
      terms_version: terms,
      privacy_version: privacy,
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returningAll()
    .executeTakeFirst()
  // Two registrations of one address at once: the second one learns nothing.
  if (!user) throw new RefusalError('CODE_WRONG')
  const { inviterId, now, agent, lang } = of
  if (inviterId !== null) await referrals.add(db, { inviteeId: user.id, inviterId, now, agent, lang })
  return user
}
