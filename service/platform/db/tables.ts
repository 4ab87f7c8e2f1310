import type { NonceTable, SessionTable } from '../http/tables.ts'

/**
 * Every table of the database. The folder that owns a table adds it in its `tables.ts`, by declaration merging, and only the
 * owner writes it.
 */
export interface Tables {
  sessions: SessionTable
  nonces: NonceTable
}
