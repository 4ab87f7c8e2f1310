import { minuteFrom, unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../sign-in/factor-codes.ts'
import { factorOf, recoveryCodesLeft } from '../sign-in/factors.ts'

/** Replaces the recovery codes; returns the new ones, which are stored only as hashes. */
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

/** The state for the user's pages; times are Unix seconds. */
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
    lostUntil: lost ? minuteFrom(lost.due_at) : null,
  }
}
