declare module '#service/platform/db/tables.ts' {
  interface Tables {
    alarms: AlarmTable
  }
}

/** The last time that each alarm was raised. */
export interface AlarmTable {
  name: string
  told_at: Date
}
