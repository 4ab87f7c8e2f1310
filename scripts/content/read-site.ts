import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { newestPackage } from '../../src/lib/contract/versions.ts'
import { createSite, type OtherAddresses } from './site.ts'
import type { Site } from './types.ts'

/** Files whose text the rules read. */
const READ = [
  'src/content/**/*',
  'public/locales/*/docs.json',
  'src/styles/theme.css',
  'src/lib/text/figures.ts',
  'service/platform/db/migrations/*.ts',
]
/** Files of which only the name counts. */
const LISTED = ['src/pages/**/*.astro', 'public/**/*']

/** Files of the project that the rules need, by their paths. */
export function readFiles(root: string): Map<string, string> {
  const matching = (patterns: string[]) =>
    globSync(patterns, { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  const files = new Map(matching(LISTED).map((file) => [file, '']))
  for (const file of matching(READ)) files.set(file, readFileSync(path.join(root, file), 'utf8'))
  return files
}

/** Addresses of the app's screens, and of files that a build or the service adds. */
export async function readOtherAddresses(): Promise<OtherAddresses> {
  const { features } = await import('#app/features.ts')
  const screens = features.flatMap((feature) =>
    Object.values(feature.screens).flatMap(({ path: place, from = [] }: { path: string; from?: readonly string[] }) => [
      place,
      ...from,
    ]),
  )
  const packages = (['windows', 'mac', 'linux', 'android'] as const).map(newestPackage)
  return { screens, files: ['/api/status', '/idleforge-miner.mjs', '/idleforge-host.mjs', ...packages] }
}

export const readSite = async (root: string): Promise<Site> => createSite(readFiles(root), await readOtherAddresses())
