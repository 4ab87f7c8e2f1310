declare module '#service/platform/db/tables.ts' {
  interface Tables {
    releases: ReleaseTable
    release_files: ReleaseFileTable
    release_mails: ReleaseMailTable
  }
}

export interface ReleaseTable {
  id: string
  platform: 'windows' | 'linux' | 'mac' | 'android'
  version: string
  file_name: string
  url: string
  size: number
  sha256: string
  notes: string
  notes_zh: string
  published_at: Date
}

/** Files of a release that was packed for several architectures; one of them is that of the release itself. */
interface ReleaseFileTable {
  file_name: string
  release_id: string
  /** `gpu` is the engine for graphics cards, which the miner of the same release uses. */
  form: 'setup' | 'package' | 'archive' | 'gpu'
  architecture: 'x64' | 'arm64'
  size: number
  sha256: string
  /** Null where the facts of the build are not known. */
  signed: boolean | null
}

/** Addresses that wait for a mail about a platform's first package. */
interface ReleaseMailTable {
  platform: ReleaseTable['platform']
  email: string
  lang: 'en' | 'zh'
  asked_at: Date
}
