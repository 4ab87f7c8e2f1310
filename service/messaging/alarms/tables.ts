declare module '#service/platform/db/tables.ts' {
  interface Tables {
    alarms: AlarmTable
  }
}

/** Alarms that were raised, so that each is told once in a while and not each minute. */
export interface AlarmTable {
  name: string
  told_at: Date
}
