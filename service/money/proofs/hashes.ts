import { createHmac, hash } from 'node:crypto'
import { PROOF_FORMAT } from '#lib/rules/proofs.ts'

/** The hashes of docs/guides/proofs.md: SHA-256 in hexadecimal over lines of text. */

/** A node of the tree: its hash, and the sum of the leaves below it in smallest units. */
export interface TreeNode {
  readonly hash: string
  readonly units: bigint
}

export interface Leaf {
  readonly day: string
  readonly asset: string
  /** E-mail address of the user. */
  readonly account: string
  readonly salt: string
  readonly units: bigint
}

export const leafHash = ({ day, asset, account, salt, units }: Leaf): string =>
  hash('sha256', `leaf\n${PROOF_FORMAT}\n${day}\n${asset}\n${account}\n${salt}\n${units}`)

/** The parent of two nodes. Its hash covers both hashes and both sums. */
export const parentOf = (left: TreeNode, right: TreeNode): TreeNode => ({
  hash: hash('sha256', `node\n${left.hash}\n${left.units}\n${right.hash}\n${right.units}`),
  units: left.units + right.units,
})

export const statementHash = (statement: string): string => hash('sha256', statement)

/**
 * The salt of a user's leaf, 32 bytes in hexadecimal. It is derived from the pepper and stored nowhere, so that neither the database nor another
 * user can guess whose leaf a hash is.
 */
export const saltOf = (
  pepper: string,
  { userId, day, asset }: { userId: string; day: string; asset: string },
): string => createHmac('sha256', pepper).update(`proof salt\n${userId}\n${day}\n${asset}`).digest('hex')
