/** Rules for deposits of one user that share an address. */

/** A deposit that nobody has paid in full keeps its address to itself for this long. */
const WAITING_MS = 86_400_000

export interface SharedDeposit {
  number: number
  /** Requested, in smallest units of the ledger. */
  amount: bigint
  /** The last known block when it was opened; null where none was known. */
  openedBlock: bigint | null
  /** Whether any USDT have arrived for it. */
  isPaid: boolean
}

/**
 * The deposit that an arrival belongs to: the last one that was open in its block, unless an earlier one that nobody has paid asks
 * for exactly this amount and the last one does not. `sharing`: at one address, in the order in which they were opened. `amount`:
 * null for another token.
 */
export function chooseDeposit(
  sharing: readonly SharedDeposit[],
  { block, amount }: { block: bigint; amount: bigint | null },
): number {
  const open = sharing.filter(({ openedBlock }) => openedBlock === null || openedBlock < block)
  const last = open.at(-1) ?? sharing[0]
  if (!last) throw new Error('no deposit has this address')
  const exact = open.findLast((one) => !one.isPaid && one.amount === amount)
  return (exact ?? last).number
}

/** Whether an address can be given to another deposit: none of those that have it waits for a payment. */
export const canShare = (
  deposits: readonly { amount: bigint; seen: bigint; openedAt: number }[],
  now: number,
): boolean => deposits.every(({ amount, seen, openedAt }) => seen >= amount || now - openedAt > WAITING_MS)
