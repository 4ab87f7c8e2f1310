import { sql } from 'kysely'
import { balanceOverviewOf, consumptionPage } from '#service/money/balance/queries.ts'
import type { Database } from '#service/platform/db/open.ts'
import { movementsByScan, spentByScan } from '#world/whole-history.ts'
import { addAccount } from '../ground/accounts.ts'
import type { Comparison } from './compare.ts'

const SLICE = 20_000

/** A user whose rentals were charged every hour, `moves` times. The hashes are no hashes: nothing here reads them. */
async function fillMoves(db: Database, userId: string, moves: number): Promise<void> {
  await sql`
    insert into ledger_accounts (owner, coin, kind, balance)
    values (${userId}, 'USDT', 'balance', 1000000), ('platform', 'USDT', 'rentals', 0) on conflict do nothing`.execute(
    db,
  )
  for (let first = 0; first < moves; first += SLICE)
    await db.transaction().execute(async (tx) => {
      const { sequence } = await tx.selectFrom('ledger_head').select('sequence').forUpdate().executeTakeFirstOrThrow()
      const count = Math.min(SLICE, moves - first)
      await sql`
        insert into transfers (sequence, operation, kind, at, hash)
        select ${sequence}::bigint + n, 'rental/' || ${userId} || '/' || ${first}::int + n, 'rental-hour',
          'epoch'::timestamptz + (${sequence}::bigint + n) * interval '1 minute', 'x' from generate_series(1, ${count}::int) n`.execute(
        tx,
      )
      await sql`
        insert into entries (sequence, account_id, amount)
        select ${sequence}::bigint + n, id, case owner when 'platform' then 1 else -1 end
        from generate_series(1, ${count}::int) n, ledger_accounts
        where coin = 'USDT' and ((owner = ${userId} and kind = 'balance') or (owner = 'platform' and kind = 'rentals'))`.execute(
        tx,
      )
      await sql`update ledger_head set sequence = sequence + ${count}::int`.execute(tx)
    })
}

export async function compareConsumption(db: Database, moves: number): Promise<Comparison[]> {
  const { id: userId } = await addAccount(db, { name: `moves${moves}`, devices: 0, difficulty: 4096 })
  await fillMoves(db, userId, moves)
  await sql`analyze`.execute(db)
  const [from, until] = [new Date(0), new Date(9e12)]
  return [
    {
      name: 'the first page of the consumption',
      before: () => movementsByScan(db, { userId, from, until, limit: 20, offset: 0 }),
      after: () => consumptionPage(db, { userId, page: 1, size: 20, sortField: 'time', sort: 'desc' }),
      maxMs: 5,
    },
    {
      name: 'a page in the middle of it',
      before: () => movementsByScan(db, { userId, from, until, limit: 20, offset: moves / 2 }),
      after: () => consumptionPage(db, { userId, page: moves / 40 + 1, size: 20, sortField: 'time', sort: 'desc' }),
      maxMs: 5,
    },
    {
      name: 'the balance and what was spent',
      before: () => spentByScan(db, userId),
      after: () => balanceOverviewOf(db, userId),
      maxMs: 5,
    },
  ]
}
