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
  /** The balance that its owner gives up, in smallest units of USDT. */
  balance: bigint
}
