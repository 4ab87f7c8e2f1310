import { decimalsOf } from '#lib/money/coins.ts'
import type { Arrival } from '#service/chains/network.ts'
import { readDecimals } from '#service/chains/token-decimals.ts'
import type { Database } from '#service/platform/db/open.ts'
import { chooseDeposit } from './choose-deposit.ts'
import { type Found, ledgerUnits } from './rules.ts'
import type { WatchedNetwork } from './watched-network.ts'

/** Finds the deposits that arrivals belong to. */

export type OwnArrival = Found & { sender: string }

/** Filters arrivals to deposit addresses. The database is queried by the addresses found, because all of them are too many to load. */
export async function findOwnArrivals(db: Database, arrived: readonly Arrival[]): Promise<OwnArrival[]> {
  const addresses = [...new Set(arrived.map(({ to }) => to))]
  if (addresses.length === 0) return []
  const rows = await db
    .selectFrom('deposit_addresses')
    .select(['number', 'address'])
    .where('address', 'in', addresses)
    .where('address_of', 'is', null)
    .execute()
  const numbers = new Map(rows.map(({ address, number }) => [address, number]))
  return arrived.flatMap((one) => {
    const deposit = numbers.get(one.to)
    return deposit === undefined ? [] : [toOwn(one, deposit)]
  })
}

const toOwn = ({ to, ...one }: Arrival, deposit: number): OwnArrival => ({ ...one, deposit })

/** The same, where several deposits may share an address: a known receipt stays with its deposit, a new one gets one by rule. */
export async function attribute(
  db: Database,
  watched: WatchedNetwork,
  arrived: readonly Arrival[],
): Promise<OwnArrival[]> {
  if (!watched.network.facts.reusesAddresses) return findOwnArrivals(db, arrived)
  const sharing = await sharingDeposits(db, [...new Set(arrived.map(({ to }) => to))])
  if (sharing.length === 0) return []
  const known = await knownReceipts(db, watched.code, [...new Set(arrived.map((one) => one.transactionId))])
  const paid = new Set(known.map(({ deposit }) => deposit))
  const { token } = watched
  const decimals = await readDecimals(db, { network: watched.code, contract: token }, watched.reader)
  const found: OwnArrival[] = []
  const taken = new Set<object>()
  for (const one of [...arrived].sort(byPlace)) {
    const here = sharing.filter(({ address }) => address === one.to)
    if (here.length === 0) continue
    const same = known.filter(
      (receipt) =>
        receipt.transactionId === one.transactionId &&
        receipt.address === one.to &&
        receipt.token === one.token &&
        receipt.value === one.value &&
        !taken.has(receipt),
    )
    const before = same.find(({ logIndex }) => logIndex === one.logIndex) ?? same[0]
    if (before) taken.add(before)
    const amount = one.token === token ? ledgerUnits(one.value, { token: decimals, ledger: decimalsOf.USDT }) : null
    const candidates = here.map((row) => ({ ...row, isPaid: row.isPaid || paid.has(row.number) }))
    const deposit = before?.deposit ?? chooseDeposit(candidates, { block: one.block, amount })
    paid.add(deposit)
    found.push(toOwn(one, deposit))
  }
  return found
}

const byPlace = (one: Arrival, other: Arrival): number =>
  one.block === other.block ? one.logIndex - other.logIndex : Number(one.block - other.block)

/** The deposits of some addresses in the order in which they were opened. */
async function sharingDeposits(db: Database, addresses: readonly string[]) {
  if (addresses.length === 0) return []
  const rows = await db
    .selectFrom('deposit_addresses')
    .select(['number', 'address', 'amount', 'opened_block'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('chain_receipts')
          .select('deposit')
          .whereRef('deposit', '=', 'deposit_addresses.number')
          .where('kind', '=', 'usdt')
          .where('state', 'in', ['seen', 'confirmed']),
      ).as('isPaid'),
    )
    .where('address', 'in', addresses)
    .orderBy('number')
    .execute()
  return rows.map(({ opened_block, isPaid, ...row }) => ({
    ...row,
    isPaid: isPaid === true,
    openedBlock: opened_block === null ? null : BigInt(opened_block),
  }))
}

async function knownReceipts(db: Database, network: WatchedNetwork['code'], ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('chain_receipts')
    .innerJoin('deposit_addresses', 'deposit_addresses.number', 'chain_receipts.deposit')
    .select(['transaction_id as transactionId', 'log_index as logIndex', 'deposit', 'token', 'value', 'address'])
    .where('chain_receipts.network', '=', network)
    .where('transaction_id', 'in', ids)
    .execute()
}
