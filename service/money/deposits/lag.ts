import type { PaymentNetwork } from '#lib/rules/payments.ts'
import { offeredNetworks } from '#service/chains/payments.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'

/** How far the service has read a network. */
export interface ChainLag {
  network: PaymentNetwork
  /** The last block that its node knows, and the last one that was read; null before the first poll. */
  head: number | null
  read: number | null
  /** Blocks in between. */
  behind: number | null
  /** When the network was last read up to its head, in Unix seconds; null before. */
  readAt: number | null
}

/** How far each offered network was read, by any node. */
export async function chainLags(ctx: Pick<Context, 'db' | 'payments'>): Promise<ChainLag[]> {
  const rows = await ctx.db.selectFrom('chain_cursors').selectAll().execute()
  return offeredNetworks(ctx.payments).map((network) => {
    const row = rows.find((one) => one.network === network)
    if (!row) return { network, head: null, read: null, behind: null, readAt: null }
    const [head, read] = [Number(row.head), Number(row.mark_block)]
    return {
      network,
      head,
      read,
      behind: Math.max(0, head - read),
      readAt: row.looked_at && unixSeconds(row.looked_at),
    }
  })
}
