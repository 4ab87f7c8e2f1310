import { minuteFrom, unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../sign-in/factor-codes.ts'
import { recoveryOf } from '../sign-in/factor-recoveries.ts'
import { factorOf, recoveryCodesLeft, setRecoveryCodes } from '../sign-in/factors.ts'

/** New recovery codes in the place of all before; returns them, the only copy there is. */
export async function replaceRecoveryCodes(ctx: Context, db: Database, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await setRecoveryCodes(
    db,
    userId,
    codes.map((code) => hashRecoveryCode(ctx.pepper, userId, code)),
  )
  return codes
}

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
