import { sql } from 'kysely'
import type { ProofFile, SignedStatement } from '#lib/contract/proofs.ts'
import { PROOF_FORMAT } from '#lib/rules/proofs.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type UserKind, userKinds } from '../ledger/accounts.ts'
import { saltOf } from './hashes.ts'
import { NODE_BYTES, unpackNode } from './tree.ts'

/** Statements of one answer. */
const DAYS = 31

/** The newest statements, or those before a day. */
export async function statementsBefore(
  db: Database,
  before: string | undefined,
): Promise<{ days: SignedStatement[]; hasMore: boolean }> {
  const rows = await db
    .selectFrom('proof_days')
    .select(['statement', 'signature', 'key'])
    .$if(before !== undefined, (some) => some.where('day', '<', before ?? ''))
    .orderBy('day', 'desc')
    .limit(DAYS + 1)
    .execute()
  return { days: rows.slice(0, DAYS), hasMore: rows.length > DAYS }
}

/** The statement of a day, or the newest, while branches of it are kept. */
async function statementOf(db: Database, day: string | undefined) {
  const found = await db
    .selectFrom('proof_days')
    .select(['day', 'statement', 'signature', 'key'])
    .$if(day !== undefined, (some) => some.where('day', '=', day ?? ''))
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) return
  const level = await db
    .selectFrom('proof_levels')
    .select('level')
    .where('day', '=', found.day)
    .limit(1)
    .executeTakeFirst()
  return level && found
}

/** Nodes beside the way from a leaf to the root, the leaf's neighbour first. Only their bytes of each level are read. */
async function siblingsOf(db: Database, { day, asset, position }: { day: string; asset: string; position: number }) {
  const { rows } = await sql<{ node: Buffer }>`
    select substring(nodes from ((${position}::integer >> level) # 1) * ${NODE_BYTES}::integer + 1 for ${NODE_BYTES}::integer) as node
    from proof_levels where day = ${day} and asset = ${asset} order by level`.execute(db)
  // The last level is the root, which has no other child beside it.
  return rows.slice(0, -1).map(({ node }) => {
    const { hash, units } = unpackNode(node)
    return { hash, units: String(units) }
  })
}

export interface Reader {
  readonly userId: string
  readonly username: string
  readonly pepper: string
}

/** A user's file of a day, or of the newest proof; undefined when there is none. */
export async function proofFileOf(
  db: Database,
  reader: Reader,
  wantedDay: string | undefined,
): Promise<ProofFile | undefined> {
  const found = await statementOf(db, wantedDay)
  if (!found) return
  const { day, ...signed } = found
  const leaves = await db
    .selectFrom('proof_leaves')
    .select(['asset', 'position', 'account', sql<string[]>`parts::text[]`.as('parts')])
    .where('user_id', '=', reader.userId)
    .where('day', '=', day)
    .orderBy('asset')
    .execute()
  const branches: ProofFile['branches'] = []
  for (const { asset, position, parts } of leaves) {
    const units = String(parts.reduce((sum, part) => sum + BigInt(part), 0n))
    const salt = saltOf(reader.pepper, { userId: reader.userId, day, asset })
    const siblings = await siblingsOf(db, { day, asset, position })
    const named = Object.fromEntries(userKinds.map((kind, at) => [kind, parts[at] ?? '0'])) as Record<UserKind, string>
    branches.push({ asset, units, parts: named, salt, position, siblings })
  }
  return { format: PROOF_FORMAT, ...signed, account: leaves[0]?.account ?? reader.username, branches }
}
