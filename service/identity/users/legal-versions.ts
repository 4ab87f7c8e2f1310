import { readFile } from 'node:fs/promises'
import { readFrontMatter } from '#lib/text/content/front-matter.ts'

const folder = new URL('../../../src/content/legal/en/', import.meta.url)

async function versionOf(legal: 'terms' | 'privacy'): Promise<string> {
  const { fields } = readFrontMatter(await readFile(new URL(`${legal}.md`, folder), 'utf8'))
  const version = fields.get('updated')?.value
  if (version === undefined) throw new Error(`src/content/legal/en/${legal}.md has no date`)
  return version
}

/** The versions of the legal texts in force, each named by the day from which it applies (ADR-165). */
export async function legalVersions(): Promise<{ terms: string; privacy: string }> {
  const [terms, privacy] = await Promise.all([versionOf('terms'), versionOf('privacy')])
  return { terms, privacy }
}
