import { isLocale } from '../../../src/lib/i18n/locales.ts'
import { isEarlierVersion, type TextFolder, textFolders } from '../../../src/lib/text/content/text-file.ts'
import { utcDayStart } from '../../../src/lib/time/format.ts'
import { nearest } from '../nearest.ts'
import type { Family, Finding, Problem, Site, Text } from '../types.ts'

/** Names of the texts that a page of its own asks for. */
const fixed: Partial<Record<TextFolder, readonly string[]>> = {
  legal: ['terms', 'privacy'],
  pages: ['about', 'bug-report'],
}
const folders: readonly string[] = textFolders
const plain = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** The collections' own code and data stand beside the folders. */
const isOwnFile = (file: string) => /^src\/content\/(?:markdown\/)?[^/]+\.(?:ts|json)$/.test(file)
const isPicture = (file: string) => /\.(?:png|jpe?g|webp|avif|svg)$/.test(file)

/** The same name as an address has it. */
const slugify = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

const finding = (rule: string, problem: string, remedy: string): Finding => ({ line: 1, rule, problem, remedy })

function* checkText({ folder, locale, slug }: Text): Generator<Finding> {
  const parts = slug.split('/')
  for (const part of parts)
    if (!plain.test(part))
      yield finding(
        'name',
        `“${part}” is no name for an address.`,
        `Name it ${slugify(part) || 'my-page'}: lower-case letters, digits and single hyphens.`,
      )
  const [text = '', version = '', ...rest] = parts
  const names = fixed[folder]
  if (isEarlierVersion({ folder, slug })) {
    if (rest.length === 0 && names?.includes(text) && utcDayStart(version) !== undefined) return
    yield finding(
      'place',
      'No page is made from a file in this place.',
      `An earlier version is in the folder of its text, with its day: src/content/legal/${locale}/terms/2026-11-22.md.`,
    )
    return
  }
  const depth = folder === 'faq' ? 2 : 1
  if (parts.length !== depth)
    yield finding(
      'place',
      `No page is made from a file in this place.`,
      folder === 'faq'
        ? `Move it into the folder of its topic, such as src/content/faq/${locale}/${depth < parts.length ? text : 'wallets'}/${parts.at(-1)}.md.`
        : `Move it to src/content/${folder}/${locale}/${parts.at(-1)}.md.`,
    )
  if (names && !names.includes(slug)) {
    const known = nearest(slug, names)
    yield finding(
      'place',
      `No page is made from “${slug}”: ${folder} holds ${names.join(' and ')} alone.`,
      known ? `Name it ${known}.md.` : 'A page of its own belongs into docs or guide.',
    )
  }
}

/** Files that the site would pass over. */
function* strayFiles({ files }: Site): Generator<Problem> {
  for (const file of files.keys()) {
    if (!file.startsWith('src/content/') || isOwnFile(file)) continue
    const [folder = '', locale = '', ...rest] = file.slice('src/content/'.length).split('/')
    const known = nearest(folder, folders)
    if (!folders.includes(folder))
      yield {
        file,
        ...finding('place', `No page is made from files in ${folder}.`, `Move it into ${known ?? 'docs'}.`),
      }
    else if (!isLocale(locale) || rest.length === 0)
      yield {
        file,
        ...finding('place', `“${locale}” is no language of the site.`, `Move it into ${folder}/en or ${folder}/zh.`),
      }
    else if (!file.endsWith('.md') && !isPicture(file))
      yield {
        file,
        ...finding(
          'name',
          'A text is a file whose name ends in .md, and this is no picture either.',
          'Rename it, or remove it.',
        ),
      }
  }
}

export const nameRules: Family = { checkText, checkSite: strayFiles, isForEarlierVersions: true }
