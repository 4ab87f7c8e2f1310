import type { ColumnType } from 'kysely'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    visits: VisitTable
  }
}

export interface VisitTable {
  /** A UTC day as text: the driver would write a Date as a day of this machine's time zone. */
  day: ColumnType<Date, string, never>
  path: string
  visits: number
}
