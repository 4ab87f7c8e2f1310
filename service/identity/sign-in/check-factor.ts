import { FACTOR_STEP_SECONDS, type SignInMethod } from '#lib/rules/sign-in.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { queueLetter, writeLetter } from '#service/messaging/mail/letters.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import { RefusalError, TooManyRequestsError } from '#service/platform/http/refusal.ts'
import { noteEvent } from '../users/events.ts'
import { userById } from '../users/queries.ts'
import { hashRecoveryCode, stepOf } from './factor-codes.ts'
import { decryptSecret, factorOf, recoveryCodesLeft } from './factors.ts'
import type { SecondFactorTable } from './tables.ts'

interface FactorContext {
  ip: string
  userAgent: string
  lang?: 'en' | 'zh'
  /** The first factor of a sign-in; undefined within a session. */
  method?: SignInMethod
}

/**
 * Throws unless the user has no second factor or gives a right code. Call it after the first factor, and before the transaction
 * that it protects.
 */
export async function checkFactor(
  ctx: Context,
  userId: string,
  code: string | undefined,
  context: FactorContext,
): Promise<void> {
  const factor = await factorOf(ctx.db, userId)
  if (!factor?.since) return
  if (code === undefined) throw new RefusalError('FACTOR_CODE_NEEDED')
  await spendFactorCode(ctx, factor, code, context)
}

/** Consumes a code of the app or a recovery code, each once. Throws when it is wrong. */
export async function spendFactorCode(
  ctx: Context,
  factor: SecondFactorTable,
  code: string,
  context: FactorContext,
): Promise<void> {
  if (!/^\d{6}$/.test(code)) return spendRecoveryCode(ctx, factor.user_id, code, context)
  const key = `${factor.user_id}:${context.method ?? 'session'}`
  await spendGuess(ctx, key)
  await spendTotpStep(ctx, factor, code)
  await ctx.limits.reset('factorUser', key)
  await ctx.limits.refund('factorDay', key)
}

/**
 * Counts a guess before it is evaluated, per first factor: guesses of somebody who knows the password do not affect the owner's
 * sessions or the sign-in by mailed code. A recovery code has 50 random bits and needs no such budget, so it always works. A
 * guess that the budget of a quarter of an hour refuses does not count for the day.
 */
async function spendGuess(ctx: Context, key: string): Promise<void> {
  try {
    await ctx.limits.spend('factorUser', key)
    await ctx.limits.spend('factorDay', key)
  } catch (error) {
    throw error instanceof TooManyRequestsError
      ? new TooManyRequestsError(error.retryAfterSeconds, 'FACTOR_GUESSED')
      : error
  }
}

/** Consumes a time step, once over all nodes: a code that was read over the shoulder is worthless. */
export async function spendTotpStep(ctx: Context, factor: SecondFactorTable, code: string): Promise<void> {
  const now = ctx.clock.now()
  const step = stepOf(decryptSecret(ctx, factor.user_id, factor.box), code, now)
  if (step === undefined) throw new RefusalError('FACTOR_CODE_WRONG')
  const { numUpdatedRows } = await ctx.db
    .updateTable('second_factors')
    .set({ last_step: BigInt(step) })
    .where('user_id', '=', factor.user_id)
    .where('box', '=', factor.box)
    .where('last_step', '<', BigInt(step))
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  const seconds = FACTOR_STEP_SECONDS - (Math.floor(now / 1000) % FACTOR_STEP_SECONDS)
  throw new RefusalError('FACTOR_CODE_USED', { seconds })
}

async function spendRecoveryCode(ctx: Context, userId: string, code: string, context: FactorContext): Promise<void> {
  const user = await userById(ctx.db, userId)
  await ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now()
    const { numUpdatedRows } = await db
      .updateTable('recovery_codes')
      .set({ used_at: new Date(now) })
      .where('user_id', '=', userId)
      .where('code_hash', '=', hashRecoveryCode(ctx.pepper, userId, code))
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new RefusalError('FACTOR_CODE_WRONG')
    const left = await recoveryCodesLeft(db, userId)
    await noteEvent(db, { userId, kind: 'recovery-code-used', now, detail: String(left), visitor: context })
    const values = { left: String(left), time: utcDateTime(unixSeconds(now)) }
    const letter = { to: user.username, lang: context.lang ?? 'en', kind: 'recoveryCodeUsed' } as const
    await queueLetter(ctx, db, writeLetter(ctx, letter, values))
  })
}
