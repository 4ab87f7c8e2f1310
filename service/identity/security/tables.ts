declare module '#service/platform/db/tables.ts' {
  interface Tables {
    protect_refusals: ProtectRefusalTable
  }
}

export interface ProtectRefusalTable {
  user_id: string
  at: Date
}
