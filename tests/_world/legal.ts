import { readFileSync } from 'node:fs'

/** The day of the version of a legal text that is in force, from its file. */
export function versionInForce(legal: 'terms' | 'privacy'): string {
  const file = new URL(`../../src/content/legal/en/${legal}.md`, import.meta.url)
  const [, day = ''] = /^updated: (\d{4}-\d\d-\d\d)$/m.exec(readFileSync(file, 'utf8')) ?? []
  return day
}
