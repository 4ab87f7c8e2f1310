declare module '#service/platform/db/tables.ts' {
  interface Tables {
    nonces: NonceTable
  }
}

export interface NonceTable {
  nonce: string
  expires_at: Date
}
