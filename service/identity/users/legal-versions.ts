import { readdir, readFile } from 'node:fs/promises'
import type { Legal } from '#lib/contract/agreement.ts'
import { type FrontMatter, readFrontMatter } from '#lib/text/content/front-matter.ts'
import { fillFigures } from '#lib/text/figures.ts'
import type { Lang } from '#service/platform/http/messages.ts'

const folder = new URL('../../../src/content/legal/', import.meta.url)

const read = async (lang: Lang, file: string): Promise<FrontMatter> =>
  readFrontMatter(fillFigures(await readFile(new URL(`${lang}/${file}.md`, folder), 'utf8'), lang))

async function versionOf(legal: Legal): Promise<string> {
  const version = (await read('en', legal)).fields.get('updated')?.value
  if (version === undefined) throw new Error(`src/content/legal/en/${legal}.md has no date`)
  return version
}

/** The versions of the legal texts in force, each named by the day from which it applies (ADR-165). */
export async function legalVersions(): Promise<Record<Legal, string>> {
  const [terms, privacy] = await Promise.all([versionOf('terms'), versionOf('privacy')])
  return { terms, privacy }
}

export interface LegalVersion {
  /** The day from which it applies, `YYYY-MM-DD`. */
  from: string
  /** The changes in a sentence, for each language; empty for a first version. */
  summary: string
  summaryZh: string
}

async function summarize(from: string, file: string): Promise<LegalVersion> {
  const [en, zh] = await Promise.all([read('en', file), read('zh', file)])
  return { from, summary: en.fields.get('summary')?.value ?? '', summaryZh: zh.fields.get('summary')?.value ?? '' }
}

/** Days of the earlier versions. */
async function earlierDays(legal: Legal): Promise<string[]> {
  const files = await readdir(new URL(`en/${legal}/`, folder))
  return files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -'.md'.length))
}

/** All versions of a legal text, the one in force first. */
export async function readVersions(legal: Legal): Promise<[LegalVersion, ...LegalVersion[]]> {
  const days = (await earlierDays(legal)).sort().reverse()
  const [current, ...earlier] = await Promise.all([
    versionOf(legal).then((day) => summarize(day, legal)),
    ...days.map((day) => summarize(day, `${legal}/${day}`)),
  ])
  return [current, ...earlier]
}
