import * as contract from '#lib/contract/deposits.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { boundedUsdt } from './amounts.ts'
import { networkList } from './view.ts'

export function depositRoutes(calls: Calls): void {
  calls.on(contract.paymentNetworkList, async ({ ctx }) => ({ list: networkList(ctx) }))
}

/** Routes of the test wallet; added where the local network runs. */
export function testWalletRoutes(calls: Calls): void {
  calls.on(contract.payFromTestWallet, async ({ ctx, input, session }) => {
    const testChain = ctx.payments?.testChain
    await ctx.limits.spend('moneyUser', session.userId)
    const own = await ctx.db
      .selectFrom('deposit_addresses')
      .select('number')
      .where('address', '=', input.address)
      .where('user_id', '=', session.userId)
      .executeTakeFirst()
    if (!testChain || !own) throw new RefusalError('DEPOSIT_UNKNOWN')
    // The rest of a partial payment may be below the minimum of a recharge.
    const transactionId = await testChain.pay(input.address, boundedUsdt('amount', input.amount, '0.000001'))
    return { transactionId }
  })
}
