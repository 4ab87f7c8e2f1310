import type { Selectable } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import type { Row } from './evaluate.ts'
import type { DepositAddressTable } from './tables.ts'

export type Address = Selectable<DepositAddressTable>

/** What has arrived at an address. */
export interface Arrived {
  /** On the network that was chosen: in all, and what of it is final. */
  seen: bigint
  confirmed: bigint
  firstSeenAt: number | null
  transactionId: string | null
  /** Final on another network than the chosen one. */
  elsewhere: readonly Row[]
  /** Of another token, where its network is final about it. */
  others: readonly Row[]
}

/** Everything that stands on a chain for an address, oldest first. */
export const receiptsOf = (db: Database, number: number): Promise<Row[]> =>
  db
    .selectFrom('chain_receipts')
    .selectAll()
    .where('deposit', '=', number)
    .where('state', 'in', ['seen', 'confirmed'])
    .orderBy('seen_at')
    .orderBy('block')
    .orderBy('log_index')
    .execute()

const sum = (rows: readonly Row[]): bigint => rows.reduce((total, { amount }) => total + amount, 0n)
const isFinal = ({ state }: Row): boolean => state === 'confirmed'

/** Adds up the receipts of an address. */
export function addUp({ network }: Address, rows: readonly Row[]): Arrived {
  const usdt = rows.filter(({ kind }) => kind === 'usdt')
  const here = usdt.filter((row) => row.network === network)
  return {
    seen: sum(here),
    confirmed: sum(here.filter(isFinal)),
    firstSeenAt: here[0]?.seen_at.getTime() ?? null,
    transactionId: here.at(-1)?.transaction_id ?? null,
    elsewhere: usdt.filter((row) => row.network !== network && isFinal(row)),
    others: rows.filter((row) => row.kind === 'other' && isFinal(row)),
  }
}
