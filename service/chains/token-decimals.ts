import { sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import { NetworkError } from './network.ts'

/** A token of a network. */
export interface TokenOf {
  network: string
  contract: string
}

/** The decimals that the chain told before; undefined when it was not asked yet. */
export async function knownDecimals(db: Database, { network, contract }: TokenOf): Promise<number | undefined> {
  const row = await db
    .selectFrom('token_decimals')
    .select('decimals')
    .where('network', '=', network)
    .where('contract', '=', contract)
    .executeTakeFirst()
  return row?.decimals
}

/** The decimals of the only token of a network that was read; undefined where there is none, or several that differ. */
export async function decimalsOn(db: Database, network: string): Promise<number | undefined> {
  const rows = await db
    .selectFrom('token_decimals')
    .select('decimals')
    .distinct()
    .where('network', '=', network)
    .execute()
  return rows.length === 1 ? rows[0]?.decimals : undefined
}

interface DecimalsNode {
  decimals(contract: string): Promise<number>
  programOf?(contract: string): Promise<string>
}

/** Keeps the program that owns a token, where its network has several. Throws a NetworkError for another one than before. */
async function keepProgram(db: Database, token: TokenOf, node: DecimalsNode): Promise<void> {
  const program = await node.programOf?.(token.contract)
  if (program === undefined) return
  const { rows } = await sql<{ program: string }>`
    update token_decimals set program = coalesce(program, ${program})
    where network = ${token.network} and contract = ${token.contract}
    returning program`.execute(db)
  const known = rows[0]?.program
  if (known !== program)
    throw new NetworkError(`The token ${token.contract} belongs to the program ${program}, and to ${known} before.`)
}

/** Tokens whose chain has confirmed the kept decimals since this process began: a node is asked once for each. */
const confirmed = new WeakMap<DecimalsNode, Map<string, number>>()

/** Asks the chain for a token's decimals and keeps them. Throws a NetworkError for others than before: amounts would be wrong. */
export async function readDecimals(db: Database, token: TokenOf, node: DecimalsNode): Promise<number> {
  const before = confirmed.get(node)?.get(token.contract)
  if (before !== undefined) return before
  const decimals = await node.decimals(token.contract)
  await db
    .insertInto('token_decimals')
    .values({ ...token, decimals })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const known = await knownDecimals(db, token)
  if (known !== decimals)
    throw new NetworkError(`The token ${token.contract} has ${decimals} decimals, and had ${known} before.`)
  await keepProgram(db, token, node)
  confirmed.set(node, new Map(confirmed.get(node)).set(token.contract, decimals))
  return decimals
}
