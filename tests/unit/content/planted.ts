import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatProblem } from '#lib/text/content/problem.ts'
import { checkContent } from '../../../scripts/content/check.ts'
import { readFiles, readSurroundings } from '../../../scripts/content/read-site.ts'
import { createSite } from '../../../scripts/content/site.ts'

/** Copies of real texts, so that whoever edits one does not have to edit these tests. */
const copies = join(import.meta.dirname, 'copy')
const catalogue = JSON.stringify({ faq: { topics: { wallets: 'Wallets' } } }, undefined, 2)
const hardware = JSON.stringify({ calc: { laptop: 'a', desktop: 'b', gaming: 'c', workstation: 'd' } })

const files = new Map(
  [...readFiles(join(import.meta.dirname, '../../..'))].filter(([file]) => !/^src\/content\/.*\.md$/.test(file)),
)
for (const file of globSync('**/*.{md,json}', { cwd: copies }))
  files.set(`src/content/${file.replaceAll('\\', '/')}`, readFileSync(join(copies, file), 'utf8'))
for (const locale of ['en', 'zh']) {
  files.set(`public/locales/${locale}/docs.json`, catalogue)
  files.set(`public/locales/${locale}/earn.json`, hardware)
}
files.set('src/lib/text/figures.ts', "  'wallets.nameLength': count(WALLET_NAME_LENGTH),")

const surroundings = {
  ...(await readSurroundings(join(import.meta.dirname, '../../..'))),
  today: '2026-11-27',
  // The copies are not in the history.
  calendar: { today: '2026-11-27', latest: '2026-11-27' },
  ratesBefore: files.get('src/content/rates.json') ?? '',
}
const messagesOf = (all: ReadonlyMap<string, string>) => checkContent(createSite(all, surroundings)).map(formatProblem)
/** The copies as a site. */
export const copiedSite = createSite(files, surroundings)
/** The copies link to texts that were not copied, and name few figures. */
const always = new Set(messagesOf(files))

/** Replaces a part of a file. */
export interface Change {
  readonly file: string
  readonly from: string | RegExp
  readonly to: string
}

/** The messages that changes in the copies bring about; a file is removed by `undefined`. */
export function plant(changes: readonly Change[], more: Readonly<Record<string, string | undefined>> = {}): string[] {
  const planted = new Map(files)
  for (const { file, from, to } of changes) {
    const before = planted.get(file) ?? ''
    const after = before.replace(from, to)
    // A change that finds no place would pass for a text without mistakes.
    if (after === before) throw new Error(`${file} has no ${from}`)
    planted.set(file, after)
  }
  for (const [file, text] of Object.entries(more))
    if (text === undefined) planted.delete(file)
    else planted.set(file, text)
  return messagesOf(planted).filter((message) => !always.has(message))
}
