import * as contract from '#lib/contract/market.ts'
import { fromUnits } from '#lib/money/coins.ts'
import { planType, rateText } from '#lib/rules/plans.ts'
import { dayAfter, dayAt, startOf } from '#lib/time/days.ts'
import { lastSettledDay } from '#service/money/earnings/days.ts'
import { balanceAccount } from '#service/money/ledger/accounts.ts'
import { balanceOf } from '#service/money/ledger/balances.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'
import { nameOf } from '#service/platform/enum-codec.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import type { Reads } from '#service/platform/http/reads.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import rates from '../../../src/content/rates.json' with { type: 'json' }
import { readFaq } from './faq.ts'
import { networksOf } from './networks.ts'
import { finishedOf, onePlan, plansOf } from './queries.ts'
import { coinPrice, ratesUntil } from './rates.ts'

export function marketRoutes(calls: Calls): void {
  calls.on(contract.planList, ({ ctx, input }) =>
    snapshot(ctx.db, async (db) => {
      const now = ctx.clock.now()
      return { list: await plansOf(db, now, nameOf(planType, input.type)), serverTime: unixSeconds(now) }
    }),
  )

  calls.on(contract.planDetail, ({ ctx, input, session }) =>
    snapshot(ctx.db, (db) => detailOf(ctx, db, { id: input.id, userId: session.userId })),
  )

  calls.on(contract.cloudRates, async ({ ctx }) => {
    const now = ctx.clock.now()
    const coins = [...(await ratesUntil(ctx.db, dayAt(now)))].map(([currencyCode, rates]) => ({
      currencyCode,
      rates: rates.map(({ rate, since }) => ({ perUnitDay: rateText(rate, currencyCode), since })),
    }))
    return { coins, serverTime: unixSeconds(now) }
  })

  calls.on(contract.faqList, async ({ input }) => ({ list: await readFaq(input.type) }))
}

export function marketReads(reads: Reads): void {
  reads.on(contract.plansRead, (ctx) =>
    snapshot(ctx.db, async (db) => {
      const now = ctx.clock.now()
      return { list: await plansOf(db, now), serverTime: unixSeconds(now) }
    }),
  )
}

async function detailOf(ctx: Context, db: Database, of: { id: string; userId: string }) {
  const now = ctx.clock.now()
  const plan = await onePlan(db, of.id, now)
  if (!plan) throw new RefusalError('PLAN_UNKNOWN')
  const settledBefore = startOf(dayAfter(await lastSettledDay(db, now)))
  return {
    plan,
    coinPrice: coinPrice(plan.currencyCode),
    pricesAsOf: rates.asOf,
    networks: networksOf(ctx),
    balance: fromUnits(await balanceOf(db, balanceAccount(of.userId)), 'USDT'),
    finished: await finishedOf(db, of.id, settledBefore),
    serverTime: unixSeconds(now),
  }
}
