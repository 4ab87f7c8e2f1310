import { sql } from 'kysely'
import { type Asset, decimalsOf } from '#lib/money/coins.ts'
import type { Database } from '#service/platform/db/open.ts'
import { PLATFORM, type UserKind, userKinds } from '../ledger/accounts.ts'
import { nightScope } from '../ledger/checkpoints.ts'
import { balancesOff, brokenLinks } from '../ledger/pieces.ts'

/** Accounts of one statement. */
const PAGE = 20_000

/** Balances of a user in one asset. */
export interface Holding {
  readonly userId: string
  readonly account: string
  readonly units: bigint
  readonly parts: Readonly<Record<UserKind, bigint>>
}

export interface Liabilities {
  readonly head: { readonly sequence: bigint; readonly hash: string }
  /** By asset, in the order of their names. */
  readonly holdings: ReadonlyMap<Asset, readonly Holding[]>
}

/** The proof cannot be published: the balances are not what they have to be. */
export class LiabilitiesError extends Error {
  override name = 'LiabilitiesError'
}

interface AccountRow {
  owner: string
  coin: Asset
  kind: UserKind
  balance: bigint
  account: string | null
}

/** The accounts of users after one, in their order. */
async function accountsAfter(db: Database, after: AccountRow | undefined): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select owner, coin, kind, balance, username as account
    from (
      select owner, coin, kind, balance from ledger_accounts
      where owner <> ${PLATFORM} and (owner, coin, kind) > (${after?.owner ?? ''}, ${after?.coin ?? ''}, ${after?.kind ?? ''})
      order by owner, coin, kind limit ${PAGE}
    ) as page left join users on users.id = owner
    order by owner, coin, kind`.execute(db)
  return rows
}

const noBalances = (): Record<UserKind, bigint> => ({ available: 0n, frozen: 0n, withdrawing: 0n, balance: 0n })

async function readHoldings(db: Database): Promise<Map<Asset, Holding[]>> {
  const found = new Map<Asset, (Holding & { parts: Record<UserKind, bigint>; units: bigint })[]>()
  let last: AccountRow | undefined
  for (let count = PAGE; count === PAGE; ) {
    const rows = await accountsAfter(db, last)
    for (const { owner, coin, kind, balance, account } of rows) {
      if (balance < 0n) throw new LiabilitiesError(`the account ${owner}/${coin}/${kind} holds ${balance}`)
      if (account === null) throw new LiabilitiesError(`the account ${owner}/${coin}/${kind} is of no user`)
      const list = found.get(coin) ?? []
      if (list.length === 0) found.set(coin, list)
      let holding = list.at(-1)
      if (holding?.userId !== owner) {
        holding = { userId: owner, account, units: 0n, parts: noBalances() }
        list.push(holding)
      }
      holding.parts[kind] += balance
      holding.units += balance
    }
    last = rows.at(-1)
    count = rows.length
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * All balances of users at the head of the ledger, and that head. Call it on one snapshot. Throws a LiabilitiesError unless the chain of transfers is
 * whole, each balance is the sum of its entries, and no balance is below zero.
 */
export async function readLiabilities(db: Database, of: { pepper: string; now: number }): Promise<Liabilities> {
  const scope = await nightScope(of.pepper, of.now)(db)
  const [problem] = [...(await brokenLinks(db, scope)), ...(await balancesOff(db, scope))]
  if (problem !== undefined) throw new LiabilitiesError(problem)
  const head = await db.selectFrom('ledger_head').select(['sequence', 'hash']).executeTakeFirstOrThrow()
  return {
    head: { sequence: BigInt(head.sequence), hash: head.hash },
    holdings: await readHoldings(db),
  }
}

/**
 * Sums that the ledger owes to users, by asset: all entries of an asset sum to zero, so that the platform's accounts together are as far below zero.
 * No account of a user is read for it.
 */
export async function owedBy(db: Database): Promise<Map<Asset, bigint>> {
  const { rows } = await sql<{ coin: Asset; owed: bigint }>`
    select coin, -sum(balance) as owed from ledger_accounts where owner = ${PLATFORM} group by coin`.execute(db)
  return new Map(rows.map(({ coin, owed }) => [coin, owed]))
}

/** The sums of the trees are what the ledger owes. Throws a LiabilitiesError otherwise. */
export function assertCovers(sums: ReadonlyMap<Asset, bigint>, owed: ReadonlyMap<Asset, bigint>): void {
  for (const asset of Object.keys(decimalsOf) as Asset[]) {
    const [proven, due] = [sums.get(asset) ?? 0n, owed.get(asset) ?? 0n]
    if (proven !== due) throw new LiabilitiesError(`the leaves of ${asset} sum to ${proven}, the ledger owes ${due}`)
  }
}

/** Balances in the order of `userKinds`. */
export const partsOf = ({ parts }: Holding): string[] => userKinds.map((kind) => String(parts[kind]))
