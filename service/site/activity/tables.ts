import type { ColumnType } from 'kysely'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    visits: VisitTable
  }
}

export interface VisitTable {
  /** A UTC day as text: the driver would format a Date in this machine's time zone. */
  day: ColumnType<Date, string, never>
  path: string
  visits: number
}
