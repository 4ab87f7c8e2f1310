import type { Release } from '#lib/contract/versions.ts'

export type Platform = Release['platform']

/** A file of a new version. */
export interface Update {
  version: string
  notes: string
  notesZh: string
  fileName: string
  url: string
  size: number
  sha256: string
}

interface Installed {
  architecture: string
  form: 'setup' | 'package' | 'archive'
}

/** Compares versions of Semantic Versioning without their labels: positive where the first is newer. */
export function compareVersions(one: string, other: string): number {
  const parts = (text: string) => text.split(/[+-]/)[0]?.split('.').map(Number) ?? []
  const [left, right] = [parts(one), parts(other)]
  for (const [index, part] of left.entries()) if (part !== right[index]) return part - (right[index] ?? 0)
  return 0
}

/** How the program came onto this PC, by its place. */
export function installedForm(platform: NodeJS.Platform, program: string, hasUninstaller: boolean): Installed['form'] {
  if (platform === 'win32') return hasUninstaller ? 'setup' : 'archive'
  return platform === 'linux' && program.startsWith('/usr/') ? 'package' : 'archive'
}

/** The file of a release that replaces the installed one; undefined where the release is not newer or has none for this PC. */
export function chooseUpdate(release: Release, version: string, installed: Installed): Update | undefined {
  if (compareVersions(release.version, version) <= 0) return undefined
  const { notes, notesZh, files = [{ ...release, architecture: 'x64', form: installed.form }] } = release
  const fitting = files.filter(({ architecture }) => architecture === installed.architecture)
  const file = fitting.find(({ form }) => form === installed.form) ?? fitting.find(({ form }) => form === 'archive')
  if (!file) return undefined
  const { fileName, url, size, sha256 } = file
  return { version: release.version, notes, notesZh, fileName, url, size, sha256 }
}

/** The platform of releases for a system; undefined where no miner is packed for it. */
export const platformOf = (platform: NodeJS.Platform): Exclude<Platform, 'android'> | undefined =>
  platform === 'win32' ? 'windows' : platform === 'darwin' ? 'mac' : platform === 'linux' ? 'linux' : undefined
