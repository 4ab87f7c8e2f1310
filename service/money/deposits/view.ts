import type { Deposit } from '#lib/contract/deposits.ts'
import { fromUnits } from '#lib/money/coins.ts'
import { networkHints, networkName, type PaymentNetwork } from '#lib/rules/payments.ts'
import { offeredNetworks, type Payments } from '#service/chains/payments.ts'
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
  return new Map(
    addresses.map((address) => {
      const rows = receipts.filter(({ deposit }) => deposit === address.number)
      const of = { rows, head: heads.get(address.network) ?? 0n, named: claims.get(address.number) ?? null }
      return [address.subject_id, toDeposit(ctx.payments, address, of)]
    }),
  )
}

interface DepositParts {
  rows: readonly Row[]
  head: bigint
  named: Deposit['named']
}

function toDeposit(payments: Payments | undefined, address: Address, of: DepositParts): Deposit {
  const { network, amount } = address
  const arrived = addUp(address, of.rows)
  const needed = payments?.networks[network]?.confirmations ?? 0
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
    uri: uriOf(payments, address),
  }
}

function exceptionOf({ amount }: Address, { seen, onOtherNetworks, otherTokens }: Arrived): Deposit['exception'] {
  if (seen > amount) return 'over'
  if (seen > 0n) return seen < amount ? 'partial' : 'none'
  if (onOtherNetworks.length > 0) return 'wrong-network'
  return otherTokens.length > 0 ? 'wrong-token' : 'none'
}

/** EIP-681. Its amount is in the token's units: BSC's USDT has 18 decimals, the ledger 6. */
function uriOf(payments: Payments | undefined, { network, address, amount }: Address): string {
  const settings = payments?.networks[network]
  if (!settings) return address
  const value = network === 'BSC' ? amount * 10n ** 12n : amount
  return `ethereum:${settings.token}@${settings.chainId}/transfer?address=${address}&uint256=${value}`
}

/** Offered networks in the form of the contract. */
export const networkList = ({ payments }: Context) =>
  offeredNetworks(payments).map((network: PaymentNetwork) => ({
    network,
    networkName: networkName(network),
    isTest: network === 'LOCAL',
    ...networkHints[network],
    confirmations: payments?.networks[network]?.confirmations ?? 0,
  }))
