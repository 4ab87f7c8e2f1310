/**
 * Every table of the database. The folder that owns tables adds them in its `tables.ts`, by declaration merging, and only the owner
 * writes them; scripts/check-tables.mjs sees to it.
 */
export interface Tables {
  /** Kysely's own: the migrations that were made. */
  kysely_migration: { name: string; timestamp: string }
}

export type TableName = keyof Tables
