import { createHash } from 'node:crypto'

/** What a transfer's hash is taken over. */
export interface Link {
  readonly sequence: bigint
  readonly operation: string
  readonly kind: string
  /** Unix milliseconds. */
  readonly at: number
  readonly entries: readonly { readonly account: string; readonly amount: bigint }[]
}

/**
 * The hash of a transfer in the chain: SHA-256, as hexadecimal digits, over the hash before it and everything that the
 * transfer says, its entries in the order of their accounts' names. `before` is empty for the first one.
 */
export function chainHash(before: string, link: Link): string {
  const entries = link.entries.map(({ account, amount }) => [account, amount.toString()])
  entries.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  const said = [before, link.sequence.toString(), link.operation, link.kind, link.at, entries]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}
