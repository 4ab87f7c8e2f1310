import { expect } from 'vitest'
import type { TokenTransfer } from '#service/chains/network.ts'
import type { SolanaWorld } from '#world/solana-world.ts'

/** The steps of a payout on Solana, as the operator's program and the service take them. */
export function createPaySteps(world: () => SolanaWorld) {
  let last: string | undefined
  const transferTo = (to: string, value = 25n, token = world().grass): TokenTransfer => ({
    ...{ payer: world().wallet, to, token, value },
  })
  async function sign(transfer = transferTo(world().stranger())) {
    const payer = world().payer()
    const { fee, terms } = await payer.quote(transfer)
    return signWith(transfer, terms, fee)
  }
  async function signWith(transfer: TokenTransfer, terms: string, fee = 0n) {
    const saved = { transfer, fee, ...(await world().payer().sign(transfer, terms, last)) }
    last = saved.terms
    return saved
  }
  type Saved = Awaited<ReturnType<typeof sign>>
  const send = ({ signed }: Saved) => world().follower().send(signed)
  return {
    transferTo,
    sign,
    signWith,
    send,
    stateOf: async (saved: Saved) => (await world().follower().fate(saved.transfer, saved)).state,
    async paid(transfer?: TokenTransfer) {
      const saved = await sign(transfer)
      expect(await send(saved)).toBeUndefined()
      world().finalize()
      return saved
    },
    /** Makes the node forget its transactions. */
    forget() {
      world().node.alter('getSignatureStatuses', (answer) => ({ ...(answer as object), value: [null] }))
      world().node.alter('getTransaction', () => null)
    },
  }
}
