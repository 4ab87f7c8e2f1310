import type { Deposit } from '#lib/contract/deposits.ts'
import { fromUnits } from '#lib/money/coins.ts'
import { tokenUnits } from '#lib/money/token-units.ts'
import { networkHints, networkName, type PaymentNetwork } from '#lib/rules/payments.ts'
import { confirmationsOn, offeredNetworks, type ReceivingNetwork } from '#service/chains/payments.ts'
import { knownDecimals, readDecimals } from '#service/chains/token-decimals.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { claimsOf } from './claim.ts'
import type { Row } from './evaluate.ts'
import type { Purpose } from './payment-handler.ts'
import { depthOf } from './rules.ts'
import { type Address, type Arrived, addUp } from './sums.ts'

type Subjects = readonly string[]

/** Deposits of some subjects in the form of the contract, by the subject's id. */
export async function depositsOf(
  ctx: Context,
  db: Database,
  { purpose, subjects }: { purpose: Purpose; subjects: Subjects },
): Promise<Map<string, Deposit>> {
  if (subjects.length === 0) return new Map()
  const addresses = await db
    .selectFrom('deposit_addresses')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('subject_id', 'in', subjects)
    .execute()
  const numbers = addresses.map(({ number }) => number)
  const receipts = await db
    .selectFrom('chain_receipts')
    .selectAll()
    .where('deposit', 'in', numbers.length > 0 ? numbers : [-1])
    .where('state', 'in', ['seen', 'confirmed'])
    .orderBy('seen_at')
    .orderBy('block')
    .orderBy('log_index')
    .execute()
  const cursors = await db.selectFrom('chain_cursors').select(['network', 'head']).execute()
  const claims = await claimsOf(db, numbers)
  const heads = new Map(cursors.map(({ network, head }) => [network, BigInt(head)]))
  const tokens = await tokensOf(ctx, addresses)
  return new Map(
    addresses.map((address) => {
      const { number, network } = address
      const rows = receipts.filter(({ deposit }) => deposit === number)
      const of = {
        ...{ rows, head: heads.get(network) ?? 0n, named: claims.get(number) ?? null },
        ...{ needed: confirmationsOn(ctx.payments, network), ...tokens(address) },
      }
      return [address.subject_id, toDeposit(address, of)]
    }),
  )
}

interface DepositParts {
  rows: readonly Row[]
  head: bigint
  named: Deposit['named']
  needed: number
  uri: string
  token: Deposit['token']
}

function toDeposit(address: Address, of: DepositParts): Deposit {
  const { network, amount } = address
  const arrived = addUp(address, of.rows)
  const { needed } = of
  const open = of.rows.filter((row) => row.kind === 'usdt' && row.network === network && row.state === 'seen').at(-1)
  const depth = open ? Number(depthOf(BigInt(open.block), of.head)) : 0
  return {
    address: address.address,
    network,
    networkName: networkName(network),
    isTest: network === 'LOCAL',
    amount: fromUnits(amount, 'USDT'),
    seen: fromUnits(arrived.seen, 'USDT'),
    confirmed: fromUnits(arrived.confirmed, 'USDT'),
    confirmations: Math.min(depth, needed),
    needed,
    transactionId: arrived.transactionId,
    named: of.named,
    exception: exceptionOf(address, arrived),
    uri: of.uri,
    token: of.token,
  }
}

function exceptionOf({ amount }: Address, { seen, onOtherNetworks, otherTokens }: Arrived): Deposit['exception'] {
  if (seen > amount) return 'over'
  if (seen > 0n) return seen < amount ? 'partial' : 'none'
  if (onOtherNetworks.length > 0) return 'wrong-network'
  return otherTokens.length > 0 ? 'wrong-token' : 'none'
}

/** The token of each address, and the text of its QR code, which asks for an amount in the token's units; the address alone while these are not known. */
async function tokensOf(ctx: Context, addresses: readonly Address[]) {
  const known = new Map<PaymentNetwork, number | undefined>()
  for (const network of new Set(addresses.map((one) => one.network))) {
    const receiving = ctx.payments?.networks[network]
    if (receiving) known.set(network, await decimalsFor(ctx, network, receiving))
  }
  return ({ network, address, amount }: Address): Pick<DepositParts, 'uri' | 'token'> => {
    const [receiving, decimals] = [ctx.payments?.networks[network], known.get(network)]
    if (!receiving || decimals === undefined) return { uri: address, token: null }
    const { facts } = receiving.network
    const { token: contract } = receiving
    return {
      uri: facts.paymentLink({ to: address, token: contract, value: tokenUnits(amount, decimals) }),
      token: { contract, chainId: decimalId(facts.chainId), decimals },
    }
  }
}

/** Asks the node only until it has told them once. */
/** Nodes of Tron tell the id of their chain with 0x, and wallets compare numbers. */
const decimalId = (chainId: string): string => String(BigInt(chainId))

async function decimalsFor(ctx: Context, network: PaymentNetwork, { reader, token }: ReceivingNetwork) {
  const of = { network, contract: token }
  return (await knownDecimals(ctx.db, of)) ?? readDecimals(ctx.db, of, reader).catch(() => undefined)
}

/** Offered networks in the form of the contract. */
export const networkList = ({ payments }: Context) =>
  offeredNetworks(payments).map((network: PaymentNetwork) => ({
    network,
    networkName: networkName(network),
    isTest: network === 'LOCAL',
    ...networkHints[network],
    confirmations: confirmationsOn(payments, network),
  }))
