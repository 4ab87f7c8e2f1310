import type { NonceTable, SessionTable } from '../http/tables.ts'

/**
 * Every table of the database. The folder that owns tables adds them in its `tables.ts`, by declaration merging, and only the owner
 * writes them.
 */
export interface Tables {
  sessions: SessionTable
  nonces: NonceTable
}
