import { execFileSync } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

/**
 * Builds the site with these settings into a folder of this worker; `dist` stays as it is. Astro renames files from `.astro` into it,
 * so both are on one file system, which the folder for temporary files may not be.
 */
export function buildSite(settings: Readonly<Record<string, string>>): string {
  const folder = path.join(root, '.cache', `site-${process.env.TEST_PARALLEL_INDEX ?? 0}`)
  const env = { ...process.env, ...settings }
  execFileSync(process.execPath, ['scripts/build.mjs', '--into', folder], { cwd: root, env, stdio: 'pipe' })
  return folder
}
