declare module '#service/platform/db/tables.ts' {
  interface Tables {
    token_decimals: TokenDecimalsTable
  }
}

/** Decimals of a token, as its chain told them first. */
export interface TokenDecimalsTable {
  network: string
  contract: string
  decimals: number
}
