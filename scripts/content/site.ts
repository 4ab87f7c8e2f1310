import { otherLocale } from '../../src/lib/i18n/locales.ts'
import { createMatcher } from '../../src/lib/rules/paths.ts'
import type { Calendar } from '../../src/lib/text/content/date-problems.ts'
import { addressOf, fieldOf, isEarlierVersion, type TextFolder } from '../../src/lib/text/content/text-file.ts'
import { createText } from './text.ts'
import type { Site, Text } from './types.ts'

/** The page that a text becomes or is a part of; the language apart. */
export const pageOf = ({ folder, slug }: Pick<Text, 'folder' | 'slug'>): string =>
  addressOf(folder, slug).replace(/#.*$/, '')

/** Address of a file of src/pages: `src/pages/[...locale]/docs/index.astro` is `/docs/`. */
function addressOfPage(file: string): string | undefined {
  const [, place] = /^src\/pages\/\[\.\.\.locale\]\/(.+)\.astro$/.exec(file) ?? []
  if (!place || place.includes('[')) return undefined
  return place === 'index' ? '/' : `/${place.replace(/\/index$/, '')}/`
}

/** Chinese headings have the anchors of the English ones. */
function withSharedAnchors(text: Text, english: Text | undefined): Text {
  if (!english || text.locale === 'en') return text
  const headings = text.headings.map((heading, index) => ({
    ...heading,
    anchor: english.headings[index]?.anchor ?? heading.anchor,
  }))
  return { ...text, headings }
}

/** Facts that are not in the files. */
export interface Surroundings {
  /** Screens of the app, as paths with parameters. */
  readonly screens: readonly string[]
  /** Addresses of files that a build or the service adds. */
  readonly served: readonly string[]
  readonly today: string
  readonly calendar: Calendar
  readonly ratesBefore?: string
}

/** The texts among the files, and what they refer to. */
export function createSite(files: ReadonlyMap<string, string>, surroundings: Surroundings): Site {
  const { screens, served, today, calendar, ratesBefore } = surroundings
  const key = (folder: TextFolder, locale: string, slug: string) => `${folder}/${locale}/${slug}`
  const byKey = new Map<string, Text>()
  for (const [file, raw] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const text = createText(file, raw)
    if (text) byKey.set(key(text.folder, text.locale, text.slug), text)
  }
  const find: Site['find'] = (folder, locale, slug) => byKey.get(key(folder, locale, slug))
  const texts = [...byKey.values()].map((text) => withSharedAnchors(text, find(text.folder, 'en', text.slug)))
  for (const text of texts) byKey.set(key(text.folder, text.locale, text.slug), text)

  const own = [...files.keys()].flatMap((file) => addressOfPage(file) ?? [])
  const addresses = [...new Set([...own, ...texts.map(pageOf)])].sort()
  const known = new Set([...addresses, ...served])
  // The version in force has the address that it keeps when it is replaced.
  for (const text of texts)
    if (text.folder === 'legal' && !isEarlierVersion(text))
      known.add(`${pageOf(text)}${fieldOf(text.asFile, 'updated')}/`)
  for (const file of files.keys()) if (file.startsWith('public/')) known.add(file.slice('public'.length))
  const matchScreen = createMatcher(screens.map((path) => ({ path })))
  return {
    files,
    texts,
    find,
    otherOf: ({ folder, locale, slug }) => find(folder, otherLocale(locale), slug),
    hasAddress: (path) => known.has(path) || matchScreen(path) !== undefined,
    addresses,
    ownPages: own,
    today,
    calendar,
    partMistakes: new Map(),
    ...(ratesBefore !== undefined && { ratesBefore }),
  }
}
