import type { PaymentPasswordState } from '#lib/contract/payment-password.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { hasFactor } from '../sign-in/factors.ts'
import { isPasswordOf } from '../users/passwords.ts'
import { userById } from '../users/queries.ts'
import { afterFailure, afterSuccess, freshGuard, type Guard, type GuardState, guardState } from './rules.ts'
import type { PaymentGuardTable } from './tables.ts'

type Verdict = { state: 'right' } | { state: 'unset' } | GuardState

/**
 * Throws unless the payment password is right. A wrong one is counted in a transaction of its own, which commits before the
 * refusal: call it before the transaction that moves money.
 */
export async function checkPaymentPassword(ctx: Context, userId: string, digest: string): Promise<void> {
  const verdict = await ctx.mutex.runExclusive(`payment:${userId}`, () => evaluate(ctx, userId, digest))
  if (verdict.state === 'unset') throw new RefusalError('PAYMENT_PASSWORD_NOT_SET')
  if (verdict.state === 'ready') throw new RefusalError('PAYMENT_PASSWORD_WRONG', { triesLeft: verdict.triesLeft })
  if (verdict.state === 'resetNeeded') throw new RefusalError('PAYMENT_PASSWORD_RESET_NEEDED')
  if (verdict.state === 'locked') {
    const minutes = Math.ceil((verdict.untilMs - ctx.clock.now()) / 60_000)
    throw new RefusalError('PAYMENT_PASSWORD_LOCKED', { until: Math.ceil(verdict.untilMs / 1000), minutes })
  }
}

function evaluate(ctx: Context, userId: string, digest: string): Promise<Verdict> {
  return ctx.db.transaction().execute(async (db): Promise<Verdict> => {
    const guard = await lockGuard(db, userId)
    // Read under the lock, because an earlier reset counts.
    const { payment_password_hash: stored } = await userById(db, userId)
    if (stored === null) return { state: 'unset' }
    const now = ctx.clock.now()
    const state = guardState(guard, now)
    if (state.state !== 'ready') return state
    const isRight = await isPasswordOf(stored, digest, ctx.pepper)
    const after = isRight ? afterSuccess(guard) : afterFailure(guard, now)
    await saveGuard(db, userId, after)
    return isRight ? { state: 'right' } : guardState(after, now)
  })
}

/** The state for the user's pages; times are Unix seconds. */
export async function paymentState(db: Database, userId: string, now: number): Promise<PaymentPasswordState> {
  const secondFactor = await hasFactor(db, userId)
  const user = await userById(db, userId)
  if (user.payment_password_hash === null)
    return { secondFactor, state: 'unset', hasPassword: user.password_hash !== null }
  const row = await db.selectFrom('payment_guards').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const state = guardState(row ? guardOf(row) : freshGuard, now)
  if (state.state === 'locked') return { secondFactor, state: 'locked', until: Math.ceil(state.untilMs / 1000) }
  return { secondFactor, ...state }
}

/** Deletes all failures and locks. */
export const resetGuard = (db: Database, userId: string): Promise<void> => saveGuard(db, userId, freshGuard)

async function lockGuard(db: Database, userId: string): Promise<Guard> {
  await db
    .insertInto('payment_guards')
    .values(rowOf(userId, freshGuard))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('payment_guards')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return guardOf(row)
}

async function saveGuard(db: Database, userId: string, guard: Guard): Promise<void> {
  const row = rowOf(userId, guard)
  await db
    .insertInto('payment_guards')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

const guardOf = (row: PaymentGuardTable): Guard => ({
  failures: row.failures.map((at) => at.getTime()),
  run: row.run,
  lockedUntil: row.locked_until?.getTime() ?? null,
  resetNeeded: row.reset_needed,
})

const rowOf = (userId: string, guard: Guard): PaymentGuardTable => ({
  user_id: userId,
  failures: guard.failures.map((at) => new Date(at)),
  run: guard.run,
  locked_until: guard.lockedUntil === null ? null : new Date(guard.lockedUntil),
  reset_needed: guard.resetNeeded,
})
