import type { PaymentNetwork } from '#lib/rules/payments.ts'
import { offeredNetworks } from '#service/chains/payments.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'

/** How far the service has read a network. */
export interface ChainLag {
  network: PaymentNetwork
  /** The last block that its node knows, and the last one that was read; null before the first look. */
  head: number | null
  read: number | null
  /** Blocks in between. */
  behind: number | null
  /** When everything up to the network's end was last read, in Unix seconds; null when it never was. */
  readAt: number | null
}

/** How far each network that payments are taken on was read, by any node. */
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
