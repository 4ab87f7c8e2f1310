import type { recharge as endpoint, Recharge } from '#lib/contract/balance.ts'
import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import { fromUnits, toUnits } from '#lib/money/coins.ts'
import { DEPOSIT_DUST, RECHARGE_IDLE_MS, RECHARGES_WAITING } from '#lib/rules/payments.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { answerOnce, requireSameRequest } from '#service/platform/http/request-ids.ts'
import { newId } from '#service/platform/ids.ts'
import { boundedUsdt } from '../deposits/amounts.ts'
import { openDeposit, type PaymentHandler } from '../deposits/payment-handler.ts'
import { balanceUnits, notifyWhenLow } from './pay-from-balance.ts'
import { rechargeOf, toRecharges } from './queries.ts'

export type RechargeRequest = ParsedRequestOf<typeof endpoint> & { userId: string }

/** Opens a recharge. Idempotent by `requestId`: a repeated request returns the first recharge. */
export const requestRecharge = (ctx: Context, request: RechargeRequest): Promise<Recharge> =>
  answerOnce(ctx, request, {
    existing: () => existingRecharge(ctx, ctx.db, request),
    act: () => createRecharge(ctx, request),
  })

async function existingRecharge(ctx: Context, db: Database, request: RechargeRequest): Promise<Recharge | undefined> {
  const found = await db
    .selectFrom('recharges')
    .selectAll()
    .where('user_id', '=', request.userId)
    .where('request_id', '=', request.requestId)
    .executeTakeFirst()
  const row = requireSameRequest(found, () => ({
    network: request.network,
    amount: boundedUsdt('amount', request.amount),
  }))
  return row && (await toRecharges(ctx, db, [row]))[0]
}

async function createRecharge(ctx: Context, request: RechargeRequest): Promise<Recharge> {
  const amount = boundedUsdt('amount', request.amount)
  await ctx.limits.spend('moneyUser', request.userId)
  return ctx.db.transaction().execute(async (db) => {
    await lockUser(db, request.userId)
    const first = await existingRecharge(ctx, db, request)
    if (first) return first
    await assertFewWaiting(ctx, db, request.userId)
    const { userId, network, requestId } = request
    const id = newId()
    const { address } = await openDeposit(db, ctx, { purpose: 'recharge', subjectId: id, userId, network, amount })
    await db
      .insertInto('recharges')
      .values({
        id,
        user_id: userId,
        request_id: requestId,
        network,
        amount,
        address,
        asked_at: new Date(ctx.clock.now()),
      })
      .execute()
    const made = await rechargeOf(ctx, db, { userId, id })
    if (!made) throw new Error('the recharge was not found after its insert')
    return made
  })
}

/** Limits open recharges, because each opens an address that is watched for ever. */
async function assertFewWaiting(ctx: Context, db: Database, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom('recharges')
    .innerJoin('deposit_addresses', 'deposit_addresses.subject_id', 'recharges.id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('deposit_addresses.purpose', '=', 'recharge')
    .where('recharges.user_id', '=', userId)
    .where('asked_at', '>', new Date(ctx.clock.now() - RECHARGE_IDLE_MS))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('chain_receipts').select('deposit').whereRef('deposit', '=', 'deposit_addresses.number'))),
    )
    .executeTakeFirstOrThrow()
  if (Number(count) >= RECHARGES_WAITING) throw new RefusalError('RECHARGES_WAITING', { most: RECHARGES_WAITING })
}

const DUST = toUnits(DEPOSIT_DUST, 'USDT')

/** Credits everything that arrives for a recharge, whatever amount was announced. */
export const rechargePaymentHandler: PaymentHandler = {
  purpose: 'recharge',
  async onFunds(ctx, db, { subjectId, userId, confirmed }) {
    const credited = confirmed >= DUST ? confirmed : 0n
    const now = ctx.clock.now()
    const before = await db
      .selectFrom('deposit_addresses')
      .select('credited')
      .where('purpose', '=', 'recharge')
      .where('subject_id', '=', subjectId)
      .executeTakeFirstOrThrow()
    const fresh = credited - before.credited
    if (fresh > 0n) {
      const balance = (await balanceUnits(db, userId)) + fresh
      await notifyWhenLow(db, { userId, left: balance, now })
      const values = { amount: fromUnits(fresh, 'USDT'), balance: fromUnits(balance, 'USDT') }
      const source = `recharge/${subjectId}/${credited}`
      await notify(db, { userId, source, kind: 'rechargeCredited', values, at: now })
    }
    return { taken: 0n, credited }
  },
}
