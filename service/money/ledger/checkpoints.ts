import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { DAY_MS } from '#lib/time/days.ts'
import type { Check, Scope, Stretch } from '#service/platform/db/check.ts'
import type { Database } from '#service/platform/db/open.ts'
import { sumsOf } from './pieces.ts'
import type { LedgerCheckpointTable } from './tables.ts'
import type { ReadScope } from './verify.ts'

/** Nights in which the old part of the ledger is read once, and the transfers of a piece of it: every twelfth piece is read in a night. */
const NIGHTS = 12n
const PIECE = 5_000n

type Checkpoint = Selectable<LedgerCheckpointTable>

/** HMAC-SHA256 of a checkpoint by a secret that the database does not hold. */
function signatureOf({ sequence, hash, at, balances }: Omit<Checkpoint, 'signature' | 'verified_at'>, secret: string) {
  const content = JSON.stringify(['ledger checkpoint', String(sequence), hash, at.getTime(), balances])
  return createHmac('sha256', secret).update(content).digest('hex')
}

function isSigned(checkpoint: Checkpoint, secret: string): boolean {
  const [given, right] = [checkpoint.signature, signatureOf(checkpoint, secret)].map((text) => Buffer.from(text))
  return given?.length === right?.length && timingSafeEqual(given as Buffer, right as Buffer)
}

const lastCheckpoint = (db: Database): Promise<Checkpoint | undefined> =>
  db.selectFrom('ledger_checkpoints').selectAll().orderBy('sequence', 'desc').limit(1).executeTakeFirst()

const PAGE = 20_000

/** SHA-256 over the checked balances, in the order of the accounts. */
async function checkedDigest(db: Database): Promise<string> {
  const digest = createHash('sha256')
  let after = '0'
  for (let count = PAGE; count === PAGE; ) {
    const rows = await db
      .selectFrom('ledger_checked')
      .selectAll()
      .where('account_id', '>', after)
      .orderBy('account_id')
      .limit(PAGE)
      .execute()
    for (const { account_id: id, balance } of rows) digest.update(`${id}:${balance}\n`)
    after = rows.at(-1)?.account_id ?? after
    count = rows.length
  }
  return digest.digest('hex')
}

/**
 * The scope of a night: what came after the last checkpoint, and the twelfth of the older part whose turn it is. Everything when there is
 * no checkpoint that can be believed; `checkpointCheck` says so then.
 */
export const nightScope =
  (secret: string, now: number): ReadScope =>
  async (db): Promise<Scope> => {
    const { sequence: head } = await db.selectFrom('ledger_head').select('sequence').executeTakeFirstOrThrow()
    const last = await lastCheckpoint(db)
    const isBelieved = last !== undefined && isSigned(last, secret) && (await checkedDigest(db)) === last.balances
    const checked = isBelieved ? BigInt(last.sequence) : 0n
    const stretches: Stretch[] = []
    for (let after = (BigInt(Math.floor(now / DAY_MS)) % NIGHTS) * PIECE; after < checked; after += NIGHTS * PIECE)
      stretches.push({ after, upTo: after + PIECE < checked ? after + PIECE : checked })
    return { checked, stretches: [...stretches, { after: checked, upTo: BigInt(head) }] }
  }

/** Compares every checkpoint with its signature and with the ledger, and the checked balances with the last one. */
export const checkpointCheck = (secret: string): Check => ({
  id: 'V33',
  holds: 'each checkpoint is signed and is what the ledger has there',
  async run(db) {
    const { rows } = await sql<Checkpoint & { found: string | null }>`
      select checkpoint.*, transfers.hash as found from ledger_checkpoints as checkpoint
      left join transfers using (sequence) order by sequence desc`.execute(db)
    const wrong = rows.flatMap((row) => {
      if (!isSigned(row, secret)) return `checkpoint ${row.sequence} is not signed by this service`
      return row.found === row.hash ? [] : `transfer ${row.sequence} is not the one of its checkpoint`
    })
    if (rows[0] && (await checkedDigest(db)) !== rows[0].balances)
      wrong.push(`the balances of checkpoint ${rows[0].sequence} are not as they were signed`)
    return wrong.slice(0, 20)
  },
})

/** Signs how far the ledger was verified. Call it only when no check found anything; `upTo` is the head that they saw. */
export async function addCheckpoint(db: Database, of: { secret: string; upTo: bigint; now: number }): Promise<void> {
  await db.transaction().execute(async (db) => {
    // One at a time: the sums of a stretch are added once.
    await sql`lock table ledger_checkpoints in exclusive mode`.execute(db)
    const after = BigInt((await lastCheckpoint(db))?.sequence ?? 0)
    if (of.upTo <= after) return
    const sums = [...(await sumsOf(db, { after, upTo: of.upTo }))]
    await sql`
      insert into ledger_checked (account_id, balance)
      select * from unnest(${sums.map(([id]) => id)}::bigint[], ${sums.map(([, sum]) => String(sum))}::numeric[])
      on conflict (account_id) do update set balance = ledger_checked.balance + excluded.balance`.execute(db)
    const { hash, at } = await db
      .selectFrom('transfers')
      .select(['hash', 'at'])
      .where('sequence', '=', String(of.upTo))
      .executeTakeFirstOrThrow()
    const checkpoint = { sequence: String(of.upTo), hash, at, balances: await checkedDigest(db) }
    await db
      .insertInto('ledger_checkpoints')
      .values({ ...checkpoint, signature: signatureOf(checkpoint, of.secret), verified_at: new Date(of.now) })
      .execute()
  })
}
