/**
 * Every table of the database. The folder that owns a table adds it in its `tables.ts`, by declaration merging, and only the
 * owner writes it; scripts/check-tables.mjs sees to it.
 */
export interface Tables {
  /** Kysely's own: the migrations that were made. */
  kysely_migration: { name: string; timestamp: string }
}

export type TableName = keyof Tables
