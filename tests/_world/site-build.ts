import { execFileSync } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

/** Builds the site with these settings into a folder of this run; `dist` stays as it is. */
export function buildSite(settings: Readonly<Record<string, string>>): string {
  const folder = path.join(process.env.E2E_FOLDER ?? '', `site-${process.pid}`)
  const env = { ...process.env, ...settings }
  execFileSync(process.execPath, ['scripts/build.mjs', '--into', folder], { cwd: root, env, stdio: 'pipe' })
  return folder
}
