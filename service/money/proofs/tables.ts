import type { ColumnType } from 'kysely'
import type { Asset } from '#lib/money/coins.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    proof_days: ProofDayTable
    proof_levels: ProofLevelTable
    proof_leaves: ProofLeafTable
  }
}

export interface ProofDayTable {
  /** A UTC day, `YYYY-MM-DD`: the last one that was settled. */
  day: string
  /** The signed text. */
  statement: string
  signature: string
  /** Public key of the signature. */
  key: string
  published_at: Date
}

/** All nodes of one level of a tree; level 0 has the leaves. Kept for `BRANCH_DAYS`. */
interface ProofLevelTable {
  day: string
  asset: Asset
  level: number
  /** 48 bytes each, in order: hash, then sum. */
  nodes: Buffer
}

/** Leaf of a user. Kept for `BRANCH_DAYS`. */
interface ProofLeafTable {
  user_id: string
  day: string
  asset: Asset
  position: number
  /** The account that the leaf names. */
  account: string
  /** Balances by kind, in the order of `userKinds`. */
  parts: ColumnType<string[], string[], never>
}
