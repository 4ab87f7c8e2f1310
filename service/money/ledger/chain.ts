import { createHash } from 'node:crypto'

/** Content of a transfer that its hash covers. */
export interface Link {
  readonly sequence: bigint
  readonly operation: string
  readonly kind: string
  /** Unix milliseconds. */
  readonly at: number
  readonly entries: readonly { readonly account: string; readonly amount: bigint }[]
}

/**
 * Hash of a transfer in the chain: SHA-256 in hexadecimal over the JSON of the previous hash and the transfer's content, with entries
 * sorted by account. `before` is empty for the first transfer.
 */
export function chainHash(before: string, link: Link): string {
  const entries = link.entries.map(({ account, amount }) => [account, amount.toString()])
  entries.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  const content = [before, link.sequence.toString(), link.operation, link.kind, link.at, entries]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
