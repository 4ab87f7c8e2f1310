import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { decrypt, encrypt } from '#service/platform/encryption.ts'

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
