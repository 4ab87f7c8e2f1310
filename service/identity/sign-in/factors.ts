import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { decrypt, encrypt } from '#service/platform/encryption.ts'
import type { SecondFactorTable } from './tables.ts'

const purposeOf = (userId: string): string => `second factor of ${userId}`

export const encryptSecret = (ctx: Context, userId: string, secret: string): string =>
  encrypt(secret, ctx.pepper, purposeOf(userId))

export const decryptSecret = (ctx: Context, userId: string, encrypted: string): string =>
  decrypt(encrypted, ctx.pepper, purposeOf(userId))

/** The factor's row, also of one that is not confirmed yet. */
export const factorOf = (db: Database, userId: string) =>
  db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Whether a user has an enabled second factor. */
export const hasFactor = async (db: Database, userId: string): Promise<boolean> =>
  ((await factorOf(db, userId))?.since ?? null) !== null

export async function recoveryCodesLeft(db: Database, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Removes the second factor with everything that belongs to it. */
export async function removeFactor(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db.deleteFrom('factor_recoveries').where('user_id', '=', userId).execute()
  await db.deleteFrom('factor_tickets').where('user_id', '=', userId).execute()
}

/** Saves a second factor that does not count until a code of it has come. */
export async function saveUnconfirmed(
  db: Database,
  userId: string,
  values: Pick<SecondFactorTable, 'box' | 'created_at' | 'last_step'>,
): Promise<void> {
  await db
    .insertInto('second_factors')
    .values({ user_id: userId, since: null, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Lets a second factor count; says whether it is the one that is kept, and did not count before. */
export async function confirmSaved(
  db: Database,
  { userId, box: sealed, now }: { userId: string; box: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ since: new Date(now) })
    .where('user_id', '=', userId)
    .where('box', '=', sealed)
    .where('since', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Saves the hashes of new recovery codes in the place of all before. */
export async function setRecoveryCodes(db: Database, userId: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, used_at: null })))
    .execute()
}
