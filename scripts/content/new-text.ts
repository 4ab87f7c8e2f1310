import { type Locale, locales } from '../../src/lib/i18n/locales.ts'
import { nearest } from './nearest.ts'
import type { Site, Text } from './types.ts'

/** The group of a new page of the docs, until its editor chooses another one. */
const GROUP = 'start'

const plain = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** One above the highest order of the texts that match. */
function nextOrder(site: Site, matches: (text: Text) => boolean): number {
  const orders = site.texts.filter(matches).map(({ frontMatter: { order } }) => (typeof order === 'number' ? order : 0))
  return Math.max(0, ...orders) + 1
}

/** `my-rig` as a title: `My rig`. */
const titleOf = (slug: string): string => {
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const frontMatter = (fields: readonly (readonly [string, string | number])[]): string =>
  `---\n${fields.map(([name, value]) => `${name}: ${value}`.trimEnd()).join('\n')}\n---\n`

function pageText(site: Site, folder: string, slug: string, locale: Locale): string {
  const group = folder === 'docs' ? ([['group', GROUP]] as const) : []
  return frontMatter([
    ['title', locale === 'en' ? titleOf(slug) : ''],
    ['description', ''],
    ...group,
    [
      'order',
      nextOrder(site, (text) => text.folder === folder && (folder === 'guide' || text.frontMatter.group === GROUP)),
    ],
    ['updated', site.today],
  ])
}

const questionText = (site: Site, topic: string, slug: string, locale: Locale): string =>
  frontMatter([
    ['question', locale === 'en' ? `${titleOf(slug)}?` : ''],
    ['order', nextOrder(site, (text) => text.folder === 'faq' && text.slug.startsWith(`${topic}/`))],
  ])

/**
 * The files of a new page or question in both languages, by their paths. Fields and texts that an editor has to write are empty, which
 * the check reports one by one. Throws an Error with a sentence for a name or place that cannot be.
 */
export function newTexts(kind: 'page' | 'question', place: string, slug: string, site: Site): Map<string, string> {
  const topics = [
    ...new Set(site.texts.filter(({ folder }) => folder === 'faq').map((text) => text.slug.split('/')[0] ?? '')),
  ]
  const places = kind === 'page' ? ['docs', 'guide'] : topics
  if (!places.includes(place)) {
    const known = nearest(place, places)
    throw new Error(`There is no place “${place}” for a ${kind}. Write ${known ?? `one of: ${places.join(', ')}`}.`)
  }
  if (!plain.test(slug))
    throw new Error(`“${slug}” is no name for an address. Use lower-case letters, digits and single hyphens.`)
  const files = new Map<string, string>()
  for (const locale of locales) {
    const file =
      kind === 'page' ? `src/content/${place}/${locale}/${slug}.md` : `src/content/faq/${locale}/${place}/${slug}.md`
    if (site.files.has(file)) throw new Error(`${file} exists already.`)
    files.set(file, kind === 'page' ? pageText(site, place, slug, locale) : questionText(site, place, slug, locale))
  }
  return files
}
