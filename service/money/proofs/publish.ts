import { sql } from 'kysely'
import { BRANCH_DAYS } from '#lib/rules/proofs.ts'
import { dayAfter, dayAt } from '#lib/time/days.ts'
import { closedUsers } from '#service/identity/users/queries.ts'
import type { Database } from '#service/platform/db/open.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'
import { firstOpenDay } from '../earnings/days.ts'
import { statementHash } from './hashes.ts'
import { assertCovers, owedBy, partsOf, readLiabilities } from './liabilities.ts'
import { type AssetTree, buildTrees, signStatement, summaryOf } from './prove.ts'
import { packLevel } from './tree.ts'

/** Rows of one statement. */
const ROWS = 10_000
const NO_STATEMENT = '0'.repeat(64)

const lastProof = (db: Database) =>
  db.selectFrom('proof_days').select(['day', 'statement']).orderBy('day', 'desc').limit(1).executeTakeFirst()

/** The newest day whose balances can be proven: yesterday, once everything until its end is settled. */
export async function dueDay(db: Database, now: number): Promise<string | undefined> {
  const yesterday = dayAfter(dayAt(now), -1)
  const open = await firstOpenDay(db)
  if (open !== undefined && open <= yesterday) return
  const { sequence } = await db.selectFrom('ledger_head').select('sequence').executeTakeFirstOrThrow()
  if (sequence === '0') return
  const last = await lastProof(db)
  return last !== undefined && last.day >= yesterday ? undefined : yesterday
}

/** The trees of all balances in a snapshot, whose sums are what the ledger owes there. */
async function proveSnapshot(db: Database, of: { pepper: string; day: string; now: number }) {
  const { head, holdings, owed } = await snapshot(db, async (db) => ({
    ...(await readLiabilities(db, of)),
    owed: await owedBy(db),
  }))
  const trees = await buildTrees(holdings, of)
  assertCovers(new Map(trees.map((one) => [one.asset, summaryOf(one).units])), owed)
  return { head, trees }
}

/**
 * Publishes the proof of a day from the balances at the head of the ledger. Needs a long statement timeout. Returns false when another node was
 * first. Throws a LiabilitiesError when the balances are wrong; nothing is published then.
 */
export async function publishProof(db: Database, of: { pepper: string; day: string; now: number }): Promise<boolean> {
  const { head, trees } = await proveSnapshot(db, of)
  return db.transaction().execute(async (db) => {
    await sql`lock table proof_days in share row exclusive mode`.execute(db)
    const last = await lastProof(db)
    if (last !== undefined && last.day >= of.day) return false
    const previous = last ? statementHash(last.statement) : NO_STATEMENT
    const facts = { day: of.day, taken: new Date(of.now).toISOString(), head, previous, assets: trees.map(summaryOf) }
    await db
      .insertInto('proof_days')
      .values({ day: of.day, ...signStatement(facts, of.pepper), published_at: new Date(of.now) })
      .execute()
    for (const one of trees) await saveTree(db, of.day, one)
    // Accounts that were closed after the snapshot.
    await db.deleteFrom('proof_leaves').where('day', '=', of.day).where('user_id', 'in', closedUsers(db)).execute()
    const kept = dayAfter(of.day, -BRANCH_DAYS)
    await db.deleteFrom('proof_leaves').where('day', '<=', kept).execute()
    await db.deleteFrom('proof_levels').where('day', '<=', kept).execute()
    return true
  })
}

async function saveTree(db: Database, day: string, { asset, tree, holdings, positions }: AssetTree): Promise<void> {
  for (const [level, nodes] of tree.entries())
    await db
      .insertInto('proof_levels')
      .values({ day, asset, level, nodes: packLevel(nodes) })
      .execute()
  for (let from = 0; from < holdings.length; from += ROWS) {
    const some = holdings.slice(from, from + ROWS)
    await sql`
      insert into proof_leaves (user_id, day, asset, position, account, parts)
      select user_id, ${day}::date, ${asset}, position, account, parts::numeric[]
      from unnest(${some.map(({ userId }) => userId)}::text[], ${positions.slice(from, from + ROWS)}::integer[],
        ${some.map(({ account }) => account)}::text[], ${some.map((one) => `{${partsOf(one)}}`)}::text[])
        as leaf (user_id, position, account, parts)`.execute(db)
  }
}
