import type { Generated } from 'kysely'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    token_decimals: TokenDecimalsTable
  }
}

/** Decimals of a token, as its chain told them first, and the program that owns it on networks with several. */
export interface TokenDecimalsTable {
  network: string
  contract: string
  decimals: number
  program: Generated<string | null>
}
