import { sql } from 'kysely'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { removeIdentities } from '../providers/identities.ts'
import { deleteCodesOf } from '../sign-in/email-codes.ts'
import { removeFactor } from '../sign-in/factors.ts'
import { anonymizeUser } from '../users/changes.ts'

/** Erases personal data. Records of the ledger and of the chain stay, under an id. */
export async function erasePersonalData(
  { ownData }: Context,
  db: Database,
  of: { userId: string; username: string; now: number },
): Promise<void> {
  const { userId, username } = of
  await removeFactor(db, userId)
  for (const one of ownData) await one.forget?.(db, of)
  for (const table of ownData.flatMap(({ personal = [] }) => personal))
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(db)
  await deleteCodesOf(db, username)
  await removeIdentities(db, userId)
  await anonymizeUser(db, userId)
}
