import type { ColumnType } from 'kysely'

export interface PlatformTables {
  releases: ReleaseTable
  release_mails: ReleaseMailTable
  visits: VisitTable
  audit: AuditTable
  alarms: AlarmTable
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

/** Who waits for a mail at a platform's package. */
interface ReleaseMailTable {
  platform: ReleaseTable['platform']
  email: string
  lang: 'en' | 'zh'
  asked_at: Date
}

export interface VisitTable {
  /** A UTC day as text: the driver would write a Date as a day of this machine's time zone. */
  day: ColumnType<Date, string, never>
  path: string
  visits: number
}

export interface AuditTable {
  id: string
  at: Date
  operator: string
  act: string
  detail: string
}

/** Alarms that were raised, so that each is told once in a while and not each minute. */
export interface AlarmTable {
  name: string
  told_at: Date
}
