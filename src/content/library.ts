import { type CollectionEntry, getCollection } from 'astro:content'
import i18next from 'i18next'
import { htmlLang, type Locale } from '#lib/i18n/locales.ts'
import { utcDate } from '#lib/time/format.ts'

/** The last part of an entry's id: its address below its part of the site. */
export const slugOf = ({ id }: { id: string }): string => id.split('/').at(-1) ?? id

/** The language of a text that stands in for its translation, as an attribute. */
export const langOf = ({ data }: { data: { original?: Locale | undefined } }): string | undefined =>
  data.original && htmlLang[data.original]

async function entriesOf<C extends 'docs' | 'guide' | 'faq'>(collection: C, locale: Locale) {
  const all = await getCollection(collection, ({ id }) => id.startsWith(`${locale}/`))
  return all.sort((a, b) => a.data.order - b.data.order || (a.id < b.id ? -1 : 1))
}

export interface Group<C extends 'docs' | 'faq'> {
  key: string
  title: string
  entries: CollectionEntry<C>[]
}

/** Groups in the order of the catalogue, which names them; each entry belongs to one. */
function inGroups<C extends 'docs' | 'faq'>(
  titles: Record<string, string>,
  entries: CollectionEntry<C>[],
  keyOf: (entry: CollectionEntry<C>) => string,
): Group<C>[] {
  const stray = entries.find((entry) => !Object.hasOwn(titles, keyOf(entry)))
  // Under `npm run dev` the page of a stray question says so (scripts/lib/dev-content.mjs), and all others work.
  if (stray && import.meta.env.PROD)
    throw new Error(`${stray.filePath}: the docs catalogue has no title for "${keyOf(stray)}"`)
  return Object.entries(titles).map(([key, title]) => ({
    key,
    title,
    entries: entries.filter((entry) => keyOf(entry) === key),
  }))
}

const titlesAt = (locale: Locale, key: string) => i18next.getResource(locale, 'docs', key) as Record<string, string>

/** The docs in their groups. */
export const docsOf = async (locale: Locale): Promise<Group<'docs'>[]> =>
  inGroups(titlesAt(locale, 'docs.groups'), await entriesOf('docs', locale), ({ data }) => data.group)

/** The questions by topic: a topic is a folder. */
export const faqOf = async (locale: Locale): Promise<Group<'faq'>[]> =>
  inGroups(titlesAt(locale, 'faq.topics'), await entriesOf('faq', locale), ({ id }) => id.split('/')[1] ?? '')

export const guideOf = (locale: Locale) => entriesOf('guide', locale)

interface LegalVersion {
  entry: CollectionEntry<'legal'>
  /** The day from which it applies, `YYYY-MM-DD`. */
  from: string
  /** The day of the next version; undefined for the one that is in force. */
  until: string | undefined
}

const dayOf = ({ data }: CollectionEntry<'legal'>): string => utcDate(data.updated.getTime() / 1000)

/** The versions of a legal text, the one in force first, then the latest of the earlier ones. */
export async function legalVersionsOf(locale: Locale, legal: 'terms' | 'privacy'): Promise<LegalVersion[]> {
  const place = `${locale}/${legal}`
  const all = await getCollection('legal', ({ id }) => id === place || id.startsWith(`${place}/`))
  const latestFirst = all.sort((one, other) => (dayOf(one) < dayOf(other) ? 1 : -1))
  if (latestFirst[0]?.id !== place)
    throw new Error(`src/content/legal/${place}.md is missing, or has an earlier version of a later date`)
  return latestFirst.map((entry, index) => {
    const next = latestFirst[index - 1]
    return { entry, from: dayOf(entry), until: next && dayOf(next) }
  })
}
