import { erc20Abi, type Hash, type Hex, parseAbi } from 'viem'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import { rechargePaymentHandler } from '#service/money/balance/request-recharge.ts'
import type { Row } from '#service/money/deposits/evaluate.ts'
import {
  type Allocation,
  type DepositRequest,
  type Funds,
  openDeposit,
  type PaymentHandler,
} from '#service/money/deposits/payment-handler.ts'
import { POLL_QUEUE, type PollResult, pollNetwork } from '#service/money/deposits/watch-networks.ts'
import { type Chain, payer, startChain } from './chain.ts'
import { accountKeys } from './deposit-keys.ts'
import { createRpcProxy, type RpcProxy } from './rpc-proxy.ts'
import type { User } from './visitor.ts'
import { checksWithout, createWorld, type World } from './world.ts'

/** Blocks until a deposit of the tests is final. */
export const CONFIRMATION_BLOCKS = 3
const kinds = { ETHEREUM: { chainId: 1, decimals: 6 }, BSC: { chainId: 56, decimals: 18 } } as const
type Kind = keyof typeof kinds

/** A payment handler that records its calls and credits everything, unless a test says otherwise. */
export interface RecordingHandler extends PaymentHandler {
  readonly notified: Funds[]
  dispose(funds: Funds): Allocation
}

const notebook = (purpose: PaymentHandler['purpose']): RecordingHandler => {
  const notified: Funds[] = []
  const book: RecordingHandler = {
    purpose,
    notified,
    dispose: ({ confirmed }) => ({ taken: 0n, credited: confirmed }),
    async onFunds(_ctx, _db, funds) {
      notified.push(funds)
      return book.dispose(funds)
    },
  }
  return book
}

export interface DepositWorld {
  readonly world: World
  /** Settings of the service, and of other programs that use these networks. */
  readonly settings: Readonly<Record<string, string>>
  readonly user: User
  readonly chains: Readonly<Record<Kind, Chain>>
  readonly gate: RpcProxy
  readonly orders: RecordingHandler
  /** Polls that claims have requested: only the tests poll, and no queue notifies other handlers before that. */
  readonly soonPolls: readonly object[]
  /** Opens an address; by default of an order of 10 USDT on Ethereum. */
  open(parts?: Partial<DepositRequest>): Promise<{ address: Hex; subjectId: string }>
  /** Sends USDT from the paying wallet. */
  pay(to: Hex, amount: string, kind?: Kind): Promise<Hash>
  /** Another token of the network, which its settings name, sent to somebody. */
  payOther(to: Hex, amount: string): Promise<void>
  /** Any other token. */
  spam(to: Hex, amount: string): Promise<void>
  poll(network?: PaymentNetwork): Promise<PollResult>
  /** Polls until all arrivals are final. */
  settle(network?: Kind): Promise<void>
  receipts(): Promise<Row[]>
  /** The balances of the USDT accounts, without zeros. */
  accounts(): Promise<Record<string, string>>
  close(): Promise<void>
}

export async function createDepositWorld(
  settings: Record<string, string> = {},
  decimals: Partial<Record<Kind, number>> = {},
): Promise<DepositWorld> {
  const start = (kind: Kind) => startChain({ ...kinds[kind], decimals: decimals[kind] ?? kinds[kind].decimals })
  const chains = { ETHEREUM: await start('ETHEREUM'), BSC: await start('BSC') }
  const other = await chains.ETHEREUM.deploy()
  const unknown = await chains.ETHEREUM.deploy()
  const gate = await createRpcProxy(chains.ETHEREUM)
  const whole = {
    DEPOSIT_XPUB: accountKeys().xpub,
    ETHEREUM_RPC_URL: gate.url,
    ETHEREUM_USDT: chains.ETHEREUM.token,
    ETHEREUM_CONFIRMATIONS: String(CONFIRMATION_BLOCKS),
    ETHEREUM_OTHER_TOKENS: other,
    BSC_RPC_URL: chains.BSC.url,
    BSC_USDT: chains.BSC.token,
    BSC_CONFIRMATIONS: String(CONFIRMATION_BLOCKS),
    ...settings,
  }
  // Subjects of these tests are no orders.
  const world = await createWorld({ checks: checksWithout('V10', 'V10a'), settings: whole })
  const user = await world.user()
  const orders = notebook('order')
  const soonPolls: object[] = []
  const { jobs } = world.running.ctx
  world.running.ctx.jobs = {
    ...jobs,
    async send(db, name, data) {
      if (name === POLL_QUEUE) soonPolls.push(data)
      else await jobs.send(db, name, data)
    },
  }
  let subjects = 0
  const { client } = chains.ETHEREUM
  const mint = async (token: Hex, to: Hex, amount: string) => {
    const abi = parseAbi(['function mint(address, uint256)'])
    const args = [to, chains.ETHEREUM.units(amount)] as const
    const hash = await client.writeContract({ address: token, abi, functionName: 'mint', args, chain: null })
    await client.waitForTransactionReceipt({ hash, pollingInterval: 10 })
  }
  const it: DepositWorld = {
    settings: whole,
    world,
    user,
    chains,
    gate,
    orders,
    soonPolls,
    async open(parts = {}) {
      subjects += 1
      const subjectId = parts.subjectId ?? `order${subjects}`
      const request: DepositRequest = {
        purpose: 'order',
        subjectId,
        userId: user.info.id,
        network: 'ETHEREUM',
        amount: 10_000_000n,
        ...parts,
      }
      const { ctx } = world.running
      const { address } = await ctx.db.transaction().execute((db) => openDeposit(db, ctx, request))
      return { address: address as Hex, subjectId }
    },
    async pay(to, amount, kind = 'ETHEREUM') {
      const { client: on, token, units } = chains[kind]
      const args = [to, units(amount)] as const
      const hash = await on.writeContract({
        account: payer,
        address: token,
        abi: erc20Abi,
        functionName: 'transfer',
        args,
        chain: null,
      })
      await chains[kind].settled()
      return hash
    },
    payOther: (to, amount) => mint(other, to, amount),
    spam: (to, amount) => mint(unknown, to, amount),
    poll: (network = 'ETHEREUM') => pollNetwork(world.running.ctx, network, [orders, rechargePaymentHandler]),
    async settle(network = 'ETHEREUM') {
      await it.poll(network)
      await chains[network].mine(CONFIRMATION_BLOCKS)
      await it.poll(network)
      await it.poll(network)
    },
    receipts: () => world.query<Row>('select * from chain_receipts order by network, seen_at, block, log_index'),
    async accounts() {
      const rows = await world.query<{ name: string; balance: bigint }>(
        `select case owner when 'platform' then kind else 'balance' end as name, sum(balance) as balance
         from ledger_accounts where coin = 'USDT' and balance <> 0 group by 1`,
      )
      return Object.fromEntries(rows.map(({ name, balance }) => [name, String(balance)]))
    },
    async close() {
      try {
        await world.close()
      } finally {
        await gate.stop()
        await Promise.all([chains.ETHEREUM.stop(), chains.BSC.stop()])
      }
    },
  }
  return it
}
