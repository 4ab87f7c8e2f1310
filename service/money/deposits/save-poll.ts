import { sql } from 'kysely'
import { decimalsOf } from '#lib/money/coins.ts'
import { readDecimals } from '#service/chains/token-decimals.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { ofPlatform } from '../ledger/accounts.ts'
import { post, type Transfer } from '../ledger/post.ts'
import type { OwnArrival } from './attribute.ts'
import { moveCursor } from './cursor.ts'
import type { KnownRow, Row } from './evaluate.ts'
import { saveNamedResults } from './named-transactions.ts'
import type { PollFacts } from './read-poll.ts'
import { type EvaluatedReceipt, ledgerUnits } from './rules.ts'
import type { WatchedNetwork } from './watched-network.ts'

/** `ended_by` of receipts whose end was decided by the network. */
export const BY_NETWORK = 'network'

/** Saves a poll in one transaction: receipts, the booking of those that are final, and the cursor. */
export async function savePoll(ctx: Context, watched: WatchedNetwork, facts: PollFacts): Promise<void> {
  const now = ctx.clock.now()
  const decimals = await readDecimals(ctx.db, { network: watched.code, contract: watched.token }, watched.reader)
  await ctx.db.transaction().execute(async (db) => {
    await moveCursor(db, facts.cursor, facts.progress)
    for (const one of facts.contradicted) await deleteReceipt(db, one)
    for (const one of facts.fresh) await insertReceipt(db, watched, { one, decimals, now })
    const confirmed: Row[] = []
    for (const one of facts.receipts) {
      const isFinal = facts.final.has(one)
      if (!isFinal && isUnchanged(one)) continue
      const row = await updateReceipt(db, one, { isFinal, now })
      if (isFinal) confirmed.push(row)
    }
    const changed = [
      ...facts.fresh.map(({ deposit }) => deposit),
      ...facts.contradicted.map(({ deposit }) => deposit),
      ...facts.receipts
        .filter((one) => facts.final.has(one) || one.state !== one.was.state)
        .map(({ was }) => was.deposit),
    ]
    await saveNamedResults(db, facts.named)
    await addToOutbox(db, changed)
    await bookReceipts(db, confirmed, now)
  })
}

/** Books final receipts as arrived but not allocated. Posts to the ledger, so call it last in the transaction. */
export async function bookReceipts(db: Database, rows: readonly Row[], now: number): Promise<void> {
  const transfers = rows.filter(({ kind, amount }) => kind === 'usdt' && amount > 0n).map(arrivalOf)
  if (transfers.length > 0) await post(db, transfers, now)
}

const arrivalOf = ({ network, transaction_id, log_index, amount }: Row): Transfer => ({
  operation: `deposit/${network}/${transaction_id}/${log_index}`,
  kind: 'deposit',
  entries: [
    { account: ofPlatform('USDT', 'deposits'), amount: -amount },
    { account: ofPlatform('USDT', 'suspense'), amount },
  ],
})

/** Marks addresses whose handlers have to be notified. Rows are locked in one order, so that two callers cannot deadlock. */
export async function addToOutbox(db: Database, numbers: readonly number[]): Promise<void> {
  const sorted = [...new Set(numbers)].sort((one, other) => one - other)
  if (sorted.length === 0) return
  await sql`
    update deposit_addresses set untold = true
    where number in (select number from deposit_addresses where number = any(${sorted}::integer[]) order by number for update)`.execute(
    db,
  )
}

const isUnchanged = ({ was, state, place, agreed, missed }: EvaluatedReceipt<KnownRow>): boolean =>
  was.state === state &&
  was.blockHash === place.blockHash &&
  was.logIndex === place.logIndex &&
  (state !== 'seen' || (was.agreed === agreed && was.missed === missed))

/** Deletes a receipt that another transfer at the same position replaces. */
const deleteReceipt = (db: Database, { network, transaction_id, log_index }: Row) =>
  db
    .deleteFrom('chain_receipts')
    .where('network', '=', network)
    .where('transaction_id', '=', transaction_id)
    .where('log_index', '=', log_index)
    .where('state', 'in', ['seen', 'vanished'])
    .execute()

interface NewReceipt {
  one: OwnArrival
  decimals: number
  now: number
}

async function insertReceipt(
  db: Database,
  { code: network, network: { addresses }, token }: WatchedNetwork,
  { one, decimals, now }: NewReceipt,
): Promise<void> {
  const isUsdt = addresses?.same(one.token, token) ?? one.token === token
  await db
    .insertInto('chain_receipts')
    .values({
      network,
      transaction_id: one.transactionId,
      log_index: one.logIndex,
      deposit: one.deposit,
      kind: isUsdt ? 'usdt' : 'other',
      token: one.token,
      sender: one.sender,
      value: one.value,
      amount: isUsdt ? ledgerUnits(one.value, { token: decimals, ledger: decimalsOf.USDT }) : 0n,
      block: String(one.block),
      block_hash: one.blockHash,
      state: 'seen',
      seen_at: new Date(now),
      agreed: 1,
      ended_at: null,
      ended_by: null,
      reason: null,
    })
    .execute()
}

function updateReceipt(
  db: Database,
  { was, place, state, agreed, missed }: EvaluatedReceipt<KnownRow>,
  { isFinal, now }: { isFinal: boolean; now: number },
): Promise<Row> {
  const ends = isFinal ? 'confirmed' : state
  const hasEnded = ends !== 'seen'
  return db
    .updateTable('chain_receipts')
    .set({
      log_index: place.logIndex,
      block: String(place.block),
      block_hash: place.blockHash,
      state: ends,
      agreed,
      missed,
      ...(ends !== was.state && {
        ended_at: hasEnded ? new Date(now) : null,
        ended_by: hasEnded ? BY_NETWORK : null,
      }),
    })
    .where('network', '=', was.row.network)
    .where('transaction_id', '=', was.row.transaction_id)
    .where('log_index', '=', was.row.log_index)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Adds the whole payment of what a deposit is for, which nobody saw on its network, as final, and books it: for histories. */
export async function insertConfirmed(
  db: Database,
  subjectId: string,
  of: Pick<Row, 'network' | 'transaction_id' | 'block'> & { by: string; now: number },
): Promise<void> {
  const { by, now, ...receipt } = of
  const { number, amount } = await db
    .selectFrom('deposit_addresses')
    .select(['number', 'amount'])
    .where('subject_id', '=', subjectId)
    .executeTakeFirstOrThrow()
  const row = await db
    .insertInto('chain_receipts')
    .values({
      ...receipt,
      deposit: number,
      log_index: 0,
      kind: 'usdt',
      token: '0x',
      sender: '0x',
      value: amount,
      amount,
      block_hash: '0x',
      state: 'confirmed',
      seen_at: new Date(now),
      ended_at: new Date(now),
      ended_by: by,
      reason: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await addToOutbox(db, [number])
  await bookReceipts(db, [row], now)
}
