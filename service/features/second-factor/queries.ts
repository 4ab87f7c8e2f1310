import { box, unbox } from '../../boxes.ts'
import { unixSeconds } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/open.ts'
import { hashRecoveryCode, newRecoveryCodes } from './codes.ts'

const purposeOf = (userId: string): string => `second factor of ${userId}`

export const sealSecret = (ctx: Context, userId: string, secret: string): string =>
  box(secret, ctx.pepper, purposeOf(userId))

export const openSecret = (ctx: Context, userId: string, boxed: string): string =>
  unbox(boxed, ctx.pepper, purposeOf(userId))

export const factorOf = (db: Database, userId: string) =>
  db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Whether a user has a second factor that counts. */
export const hasFactor = async (db: Database, userId: string): Promise<boolean> =>
  ((await factorOf(db, userId))?.since ?? null) !== null

/** New recovery codes in the place of all before; returns them, the only copy there is. */
export async function replaceRecoveryCodes(ctx: Context, db: Database, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(ctx.pepper, userId, code), used_at: null })),
    )
    .execute()
  return codes
}

export async function recoveryCodesLeft(db: Database, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

export async function factorState(db: Database, userId: string) {
  const factor = await factorOf(db, userId)
  const lost = await db
    .selectFrom('factor_recoveries')
    .select('due_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const isOn = factor !== undefined && factor.since !== null
  return {
    since: factor?.since ? unixSeconds(factor.since) : null,
    recoveryCodesLeft: isOn ? await recoveryCodesLeft(db, userId) : 0,
    lostUntil: lost ? unixSeconds(lost.due_at) : null,
  }
}

/** Takes the second factor away, with everything that belongs to it. */
export async function removeFactor(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db.deleteFrom('factor_recoveries').where('user_id', '=', userId).execute()
  await db.deleteFrom('factor_tickets').where('user_id', '=', userId).execute()
}
