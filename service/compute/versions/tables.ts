declare module '#service/platform/db/tables.ts' {
  interface Tables {
    releases: ReleaseTable
    release_mails: ReleaseMailTable
  }
}

export interface ReleaseTable {
  id: string
  platform: 'windows' | 'android'
  version: string
  file_name: string
  url: string
  size: number
  sha256: string
  notes: string
  notes_zh: string
  published_at: Date
}

/** Addresses that wait for a mail about a platform's first package. */
interface ReleaseMailTable {
  platform: ReleaseTable['platform']
  email: string
  lang: 'en' | 'zh'
  asked_at: Date
}
