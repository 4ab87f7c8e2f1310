declare module '#service/platform/db/tables.ts' {
  interface Tables {
    page_votes: PageVoteTable
  }
}

export interface PageVoteTable {
  /** Without its language: `/docs/wallets/`. */
  path: string
  lang: 'en' | 'zh'
  yes: number
  no: number
}
