import { randomUUID } from 'node:crypto'
import { recharge } from '#lib/contract/balance.ts'
import { orderPaymentHandler } from '#service/market/orders/funds.ts'
import { rechargePaymentHandler } from '#service/money/balance/request-recharge.ts'
import type { Row } from '#service/money/deposits/evaluate.ts'
import { POLL_QUEUE, type PollResult, pollNetwork } from '#service/money/deposits/watch-networks.ts'
import { depositAccount, startTronWorld } from './tron-world.ts'
import type { User } from './visitor.ts'
import { createWorld } from './world.ts'

export type TronDepositWorld = Awaited<ReturnType<typeof createTronDepositWorld>>

/** A service that takes USDT on a node of Tron, and a user. Only the tests poll. */
export async function createTronDepositWorld(more: Record<string, string> = {}) {
  const tron = await startTronWorld()
  const settings = {
    TRON_RPC_URL: tron.node.url,
    TRON_USDT: tron.token,
    TRON_CHAIN_ID: tron.node.chainId,
    TRON_DEPOSIT_XPUB: depositAccount.publicExtendedKey,
    TRON_TREASURY: tron.treasury,
    ...more,
  }
  const world = await createWorld({ settings })
  const user = await world.user()
  const { ctx } = world.running
  const { jobs } = ctx
  ctx.jobs = {
    ...jobs,
    async send(db, name, data) {
      if (name !== POLL_QUEUE) await jobs.send(db, name, data)
    },
  }
  const poll = (): Promise<PollResult> => pollNetwork(ctx, 'TRON', [orderPaymentHandler, rechargePaymentHandler])
  return {
    world,
    tron,
    user,
    settings,
    poll,
    /** Polls until all that is in a block now is final and booked. */
    async settle() {
      await poll()
      await tron.finalize()
      await poll()
      await poll()
    },
    async recharge(amount: string, by: User = user) {
      const made = await by.call(recharge, { amount, network: 'TRON', requestId: randomUUID() })
      return { id: made._id, address: made.deposit.address, deposit: made.deposit }
    },
    receipts: () => world.query<Row>('select * from chain_receipts order by seen_at, block, log_index'),
    async close() {
      try {
        await world.close()
      } finally {
        await tron.stop()
      }
    },
  }
}
