import type { Insertable } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import type { IdentityClaimTable, IdentityTable } from './tables.ts'

interface IdentityOf {
  userId: string
  provider: IdentityTable['provider']
}

export const identityOf = (db: Database, { userId, provider }: IdentityOf) =>
  db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()

/** The id of the user who has linked an external account. */
export async function ownerOfIdentity(
  db: Database,
  { provider, subject }: Pick<IdentityTable, 'provider' | 'subject'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/** Links an external account to a user. Returns whether it was free. */
export async function addIdentity(db: Database, row: Insertable<IdentityTable>): Promise<boolean> {
  const added = await db
    .insertInto('identities')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .returning('subject')
    .executeTakeFirst()
  return added !== undefined
}

export async function setLabel(
  db: Database,
  { provider, subject, label }: Pick<IdentityTable, 'provider' | 'subject' | 'label'>,
): Promise<void> {
  await db
    .updateTable('identities')
    .set({ label })
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .execute()
}

/** Unlinks an external account and returns its label; undefined where there was none. */
export async function removeIdentity(db: Database, { userId, provider }: IdentityOf): Promise<string | undefined> {
  const removed = await db
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .returning('label')
    .executeTakeFirst()
  return removed?.label
}

/** Unlinks all external accounts of a user and removes all their claims. */
export async function removeIdentities(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('identities').where('user_id', '=', userId).execute()
  await db.deleteFrom('identity_claims').where('user_id', '=', userId).execute()
}

export async function addClaim(db: Database, row: Insertable<IdentityClaimTable>): Promise<void> {
  await db.insertInto('identity_claims').values(row).execute()
}

export const findClaim = (db: Database, tokenHash: string, now: number) =>
  db
    .selectFrom('identity_claims')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()

/** Takes a claim, once; says whether it was there. */
export async function takeClaim(db: Database, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identity_claims')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteExpiredClaims(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('identity_claims').where('expires_at', '<', now).execute()
}
