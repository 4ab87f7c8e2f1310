import { sql } from 'kysely'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import type { Database } from '#service/platform/db/open.ts'
import { canShare } from './choose-deposit.ts'

/** Addresses that several deposits of a user have; the first of these deposits holds the address. */

/** A holder of an address, by the column of its own number and of the deposit that it shares with. */
const holder = sql<number>`coalesce(address_of, number)`

interface Holder {
  number: number
  address: string
}

interface Row extends Holder {
  amount: bigint
  seen: bigint
  opened_at: Date
}

/** The user's oldest address at which no payment is awaited; the user's row is locked first, so that no two take the same. */
export async function freeHolder(
  db: Database,
  { userId, keyId, now }: { userId: string; keyId: string; now: number },
): Promise<Holder | undefined> {
  await lockUser(db, userId)
  const { rows } = await sql<Row>`
    select ${holder} as number, address, d.amount, opened_at, coalesce((
      select sum(r.amount) from chain_receipts r where r.deposit = d.number and state in ('seen', 'confirmed')
    ), 0) as seen
    from deposit_addresses d where user_id = ${userId} and key_id = ${keyId} order by number`.execute(db)
  for (const { number, address } of new Map(rows.map((row) => [row.number, row])).values()) {
    const sharing = rows.filter((row) => row.number === number)
    const deposits = sharing.map(({ amount, seen, opened_at }) => ({ amount, seen, openedAt: opened_at.getTime() }))
    if (canShare(deposits, now)) return { number, address }
  }
  return undefined
}

/** The last block of a network that is known; null before the first poll. */
export async function headOf(db: Database, network: PaymentNetwork): Promise<string | null> {
  const row = await db.selectFrom('chain_cursors').select('head').where('network', '=', network).executeTakeFirst()
  return row?.head ?? null
}

/** The addresses of a key, for networks whose transfers are read by recipients. */
export async function addressesOfKey(db: Database, keyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('deposit_addresses')
    .select('address')
    .where('key_id', '=', keyId)
    .where('address_of', 'is', null)
    .execute()
  return rows.map(({ address }) => address)
}

/** Some addresses of a network. */
export async function someAddresses(db: Database, network: PaymentNetwork, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('deposit_addresses')
    .select('address')
    .where('network', '=', network)
    .where('address_of', 'is', null)
    .limit(limit)
    .execute()
  return rows.map(({ address }) => address)
}
