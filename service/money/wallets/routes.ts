import * as contract from '#lib/contract/wallets.ts'
import { addressOn } from '#lib/rules/addresses.ts'
import { chains, networks } from '#lib/rules/networks.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { findLookalikeAddress, walletGroups } from './queries.ts'
import { isContractAt, recipientRefusal } from './recipients.ts'
import { addWallet, editWallet } from './save-wallet.ts'

export function walletRoutes(calls: Calls): void {
  calls.on(contract.networkChains, async () => ({
    list: networks.map(({ coin, chain }) => ({
      currencyCode: coin,
      chainCode: chain,
      chainName: chains[chain].name,
      addressFormat: chains[chain].format,
    })),
  }))

  calls.on(contract.checkWallet, async ({ ctx, input, session }) => {
    const { chainCode: chain, walletAddress: text } = input
    const address = addressOn(chain, text)
    const refusal = (await recipientRefusal(ctx, { chain, address: address ?? text })) ?? null
    const none = { valid: false, walletAddress: null, looksLike: null, refusal, isContract: null }
    if (address === undefined || refusal !== null) return none
    // Limits calls to the node to the speed at which somebody types.
    const canAsk = await ctx.limits.count('lookUser', session.userId)
    const isContract = canAsk ? await isContractAt(ctx, { chain, address }) : null
    const looksLike = await findLookalikeAddress(ctx.db, session.userId, address)
    return { ...none, valid: true, walletAddress: address, looksLike, isContract }
  })

  calls.on(contract.addWallet, ({ ctx, input, session, lang, ip, userAgent }) =>
    addWallet(ctx, { ...input, userId: session.userId, lang, ip, userAgent }),
  )

  calls.on(contract.editWallet, ({ ctx, input, session, lang, ip, userAgent }) =>
    editWallet(ctx, { ...input, userId: session.userId, lang, ip, userAgent }),
  )

  calls.on(contract.wallets, async ({ ctx, input, session }) => ({
    groups: await walletGroups(ctx.db, { userId: session.userId, words: input.searchWords, now: ctx.clock.now() }),
  }))
}
