import { minuteFrom, unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../sign-in/factor-codes.ts'
import { recoveryOf } from '../sign-in/factor-recoveries.ts'
import { factorOf, recoveryCodesLeft, setRecoveryCodes } from '../sign-in/factors.ts'

/** Replaces the recovery codes; returns the new ones, which are stored only as hashes. */
export async function replaceRecoveryCodes(ctx: Context, db: Database, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await setRecoveryCodes(
    db,
    userId,
    codes.map((code) => hashRecoveryCode(ctx.pepper, userId, code)),
  )
  return codes
}

/** The state for the user's pages; times are Unix seconds. */
export async function factorState(db: Database, userId: string) {
  const factor = await factorOf(db, userId)
  const lost = await recoveryOf(db, userId)
  const isOn = factor !== undefined && factor.since !== null
  return {
    since: factor?.since ? unixSeconds(factor.since) : null,
    recoveryCodesLeft: isOn ? await recoveryCodesLeft(db, userId) : 0,
    lostUntil: lost ? minuteFrom(lost.due_at) : null,
  }
}
