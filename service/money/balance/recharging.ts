import type { recharge as endpoint, Recharge } from '#lib/contract/balance.ts'
import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import { fromUnits, toUnits } from '#lib/money/coins.ts'
import { DEPOSIT_DUST, RECHARGE_IDLE_MS, RECHARGES_WAITING } from '#lib/rules/payments.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { Refusal } from '#service/platform/http/refusal.ts'
import { answerOnce, sameRequest } from '#service/platform/http/request-ids.ts'
import { newId } from '#service/platform/ids.ts'
import { boundedUsdt } from '../deposits/amounts.ts'
import { openDeposit, type Taker } from '../deposits/taker.ts'
import { rechargeOf, shapeRecharges } from './queries.ts'
import { balanceUnits, tellWhenLow } from './spending.ts'

export type Asked = ParsedRequestOf<typeof endpoint> & { userId: string }

/** Opens a recharge, once for each `requestId` of a user. */
export const askRecharge = (ctx: Context, asked: Asked): Promise<Recharge> =>
  answerOnce(ctx, asked, { standing: () => standing(ctx, ctx.db, asked), act: () => ask(ctx, asked) })

async function standing(ctx: Context, db: Database, asked: Asked): Promise<Recharge | undefined> {
  const found = await db
    .selectFrom('recharges')
    .selectAll()
    .where('user_id', '=', asked.userId)
    .where('request_id', '=', asked.requestId)
    .executeTakeFirst()
  const row = sameRequest(found, () => ({ network: asked.network, amount: boundedUsdt('amount', asked.amount) }))
  return row && (await shapeRecharges(ctx, db, [row]))[0]
}

async function ask(ctx: Context, asked: Asked): Promise<Recharge> {
  const amount = boundedUsdt('amount', asked.amount)
  await ctx.limits.spend('moneyUser', asked.userId)
  return ctx.db.transaction().execute(async (db) => {
    await lockUser(db, asked.userId)
    const first = await standing(ctx, db, asked)
    if (first) return first
    await mustNotPile(ctx, db, asked.userId)
    const { userId, network, requestId } = asked
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
    if (!made) throw new Error('a recharge is not there')
    return made
  })
}

/** Addresses are watched for ever: nobody opens them by the hundred. */
async function mustNotPile(ctx: Context, db: Database, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom('recharges')
    .innerJoin('deposit_addresses', 'deposit_addresses.address', 'recharges.address')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('recharges.user_id', '=', userId)
    .where('asked_at', '>', new Date(ctx.clock.now() - RECHARGE_IDLE_MS))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('chain_receipts').select('deposit').whereRef('deposit', '=', 'deposit_addresses.number'))),
    )
    .executeTakeFirstOrThrow()
  if (Number(count) >= RECHARGES_WAITING) throw new Refusal('RECHARGES_WAITING', { most: RECHARGES_WAITING })
}

const DUST = toUnits(DEPOSIT_DUST, 'USDT')

/** All that arrives for a recharge becomes balance, however much was said. */
export const rechargeTaker: Taker = {
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
      await tellWhenLow(db, { userId, left: balance, now })
      const values = { amount: fromUnits(fresh, 'USDT'), balance: fromUnits(balance, 'USDT') }
      const source = `recharge/${subjectId}/${credited}`
      await notify(db, { userId, source, kind: 'rechargeCredited', values, at: now })
    }
    return { taken: 0n, credited }
  },
}
