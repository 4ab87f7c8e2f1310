import type { Selectable } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import type { Row } from './evaluate.ts'
import type { DepositAddressTable } from './tables.ts'

export type Address = Selectable<DepositAddressTable>

/** Sums of what has arrived at an address, in smallest units of USDT. */
export interface Arrived {
  /** On the chosen network: the total, and the final part. */
  seen: bigint
  confirmed: bigint
  firstSeenAt: number | null
  transactionId: string | null
  /** Final receipts on other networks than the chosen one. */
  onOtherNetworks: readonly Row[]
  /** Final receipts of tokens other than USDT. */
  otherTokens: readonly Row[]
}

/** Seen and final receipts of an address, oldest first. */
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

export function addUp({ network }: Address, rows: readonly Row[]): Arrived {
  const usdt = rows.filter(({ kind }) => kind === 'usdt')
  const here = usdt.filter((row) => row.network === network)
  return {
    seen: sum(here),
    confirmed: sum(here.filter(isFinal)),
    firstSeenAt: here[0]?.seen_at.getTime() ?? null,
    transactionId: here.at(-1)?.transaction_id ?? null,
    onOtherNetworks: usdt.filter((row) => row.network !== network && isFinal(row)),
    otherTokens: rows.filter((row) => row.kind === 'other' && isFinal(row)),
  }
}
