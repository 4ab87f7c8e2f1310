import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isLocale, localize, otherLocale } from '#lib/i18n/locales.ts'
import { readFrontMatter } from '#lib/text/content/front-matter.ts'
import { toPlainText } from '#lib/text/content/plain-text.ts'
import {
  addressOf,
  fieldOf,
  pairsOf,
  type TextFile,
  type TextFolder,
  textFolders,
} from '#lib/text/content/text-file.ts'
import { untranslated } from '#lib/text/content/translations.ts'

/** A text from its place below its folder: `en/wallets.md`. Undefined where the language is unknown. */
export function parseTextFile(folder: TextFolder, file: string, raw: string): TextFile | undefined {
  const text = toPlainText(raw)
  const [locale = '', ...rest] = file.slice(0, -'.md'.length).split('/')
  if (!isLocale(locale)) return undefined
  const slug = rest.join('/')
  const front = readFrontMatter(text)
  const place = `src/content/${folder}/${file}`
  const isDraft = /^true$/i.test(fieldOf(front, 'draft') ?? '')
  return { ...front, folder, locale, slug, text, isDraft, place, address: addressOf(folder, slug) }
}

/** All texts of the site, in the order of their folders and names. */
export const readTextFiles = (root: string): TextFile[] =>
  textFolders.flatMap((folder) => {
    const cwd = path.join(root, 'src/content', folder)
    const files = globSync('*/**/*.md', { cwd }).map((file) => file.replaceAll('\\', '/'))
    return files.sort().flatMap((file) => parseTextFile(folder, file, readFileSync(path.join(cwd, file), 'utf8')) ?? [])
  })

/** The date of each page that has one, by its address with its language: that of its text, or of its latest question. */
export function datesOfPages(files: readonly TextFile[]): Map<string, string> {
  const dates = new Map<string, string>()
  for (const file of files.filter(({ isDraft }) => !isDraft)) {
    const date = fieldOf(file, 'updated')
    const page = localize(file.address.replace(/#.*$/, ''), file.locale)
    if (date !== undefined && date > (dates.get(page) ?? '')) dates.set(page, date)
  }
  return dates
}

/** Addresses, with their language, of pages that show a text of the other language; a topic of questions is a page of its own. */
export const untranslatedPages = (files: readonly TextFile[]): Set<string> =>
  new Set(
    pairsOf(files).flatMap((pair) => {
      const locale = untranslated(pair)
      const original = locale && pair[otherLocale(locale)]
      return original && !original.address.includes('#') ? [localize(original.address, locale)] : []
    }),
  )
