import { type CollectionEntry, getCollection } from 'astro:content'
import i18next from 'i18next'
import type { Locale } from '#lib/i18n/locales.ts'

/** The last part of an entry's id: its address below its part of the site. */
export const slugOf = ({ id }: { id: string }): string => id.split('/').at(-1) ?? id

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
