declare module '#service/platform/db/tables.ts' {
  interface Tables {
    account_closings: AccountClosingTable
  }
}

export interface AccountClosingTable {
  user_id: string
  asked_at: Date
  closes_at: Date
  closed_at: Date | null
  lang: 'en' | 'zh'
  /** What its owner gives up of it, in smallest units of USDT. */
  balance: bigint
}
