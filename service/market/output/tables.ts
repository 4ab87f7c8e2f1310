declare module '#service/platform/db/tables.ts' {
  interface Tables {
    watch_links: WatchLinkTable
  }
}

export interface WatchLinkTable {
  user_id: string
  secret_hash: string
  made_at: Date
}
