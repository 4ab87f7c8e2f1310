import { sql } from 'kysely'
import { decimalsOf } from '#lib/money/coins.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { ofPlatform } from '../ledger/accounts.ts'
import { post, type Transfer } from '../ledger/post.ts'
import { moveCursor } from './cursor.ts'
import type { FoundHere, KnownRow, Row } from './evaluate.ts'
import { keepNamed } from './named-transactions.ts'
import type { Facts } from './round.ts'
import { type Judged, ledgerUnits } from './rules.ts'
import type { Watched } from './watched.ts'

/** Who has ended a receipt that the network itself has ended. */
export const BY_NETWORK = 'network'

/** Keeps what a round has found, all of it or nothing: receipts, the money of those that are final, and how far it was read. */
export async function keepRound(ctx: Context, watched: Watched, facts: Facts): Promise<void> {
  const now = ctx.clock.now()
  const decimals = await watched.reader.decimals()
  await ctx.db.transaction().execute(async (db) => {
    await moveCursor(db, facts.cursor, facts.progress)
    for (const one of facts.contradicted) await forget(db, one)
    for (const one of facts.fresh) await insertReceipt(db, watched, { one, decimals, now })
    const ended: Row[] = []
    for (const one of facts.judged) {
      const isFinal = facts.deep.has(one)
      if (!isFinal && isUnchanged(one)) continue
      const row = await updateReceipt(db, one, { isFinal, now })
      if (isFinal) ended.push(row)
    }
    const changed = [
      ...facts.fresh.map(({ deposit }) => deposit),
      ...facts.contradicted.map(({ deposit }) => deposit),
      ...facts.judged.filter((one) => facts.deep.has(one) || one.state !== one.was.state).map(({ was }) => was.deposit),
    ]
    await keepNamed(db, facts.named)
    await markUntold(db, changed)
    await bookReceipts(db, ended, now)
  })
}

/** What is booked of receipts that are final: it has arrived, and belongs to nobody yet. Posts last. */
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

/** Addresses whose takers are to be told, always in one order. */
export async function markUntold(db: Database, numbers: readonly number[]): Promise<void> {
  const wanted = [...new Set(numbers)].sort((one, other) => one - other)
  if (wanted.length === 0) return
  await sql`
    update deposit_addresses set untold = true
    where number in (select number from deposit_addresses where number = any(${wanted}::integer[]) order by number for update)`.execute(
    db,
  )
}

const isUnchanged = ({ was, state, place, agreed, missed }: Judged<KnownRow>): boolean =>
  was.state === state &&
  was.blockHash === place.blockHash &&
  was.logIndex === place.logIndex &&
  (state !== 'seen' || (was.agreed === agreed && was.missed === missed))

/** What stands there now takes its place. */
const forget = (db: Database, { network, transaction_id, log_index }: Row) =>
  db
    .deleteFrom('chain_receipts')
    .where('network', '=', network)
    .where('transaction_id', '=', transaction_id)
    .where('log_index', '=', log_index)
    .where('state', 'in', ['seen', 'vanished'])
    .execute()

interface Fresh {
  one: FoundHere
  decimals: number
  now: number
}

async function insertReceipt(db: Database, { network, reader }: Watched, { one, decimals, now }: Fresh): Promise<void> {
  const isUsdt = reader.isTaken(one.token as `0x${string}`)
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
  { was, place, state, agreed, missed }: Judged<KnownRow>,
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
  await markUntold(db, [number])
  await bookReceipts(db, [row], now)
}
