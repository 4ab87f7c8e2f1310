declare module '#service/platform/db/tables.ts' {
  interface Tables {
    audit: AuditTable
  }
}

export interface AuditTable {
  id: string
  at: Date
  operator: string
  act: string
  detail: string
}
