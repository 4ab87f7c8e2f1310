import { getCollection } from 'astro:content'
import i18next from 'i18next'
import { type Locale, localize } from '#lib/i18n/locales.ts'
import type { FeedEntry } from '#lib/text/content/atom.ts'
import { addressOf, type TextFolder } from '#lib/text/content/text-file.ts'
import { utcDate } from '#lib/time/format.ts'

/** Entries of the feed, the newest first: more would be older than what readers of a feed look for. */
const MAX_ENTRIES = 30

interface Entry {
  id: string
  data: {
    title?: string
    question?: string
    description?: string
    updated?: Date | undefined
    original?: Locale | undefined
    draft?: boolean | undefined
  }
}

/** A text in the feed of its language. Texts without a date are in none, nor are drafts under `npm run dev`. */
function toFeedEntry(folder: TextFolder, entry: Entry, locale: Locale): FeedEntry[] {
  const { title, question, description, updated, original, draft } = entry.data
  if (updated === undefined || original || draft) return []
  const path = localize(addressOf(folder, entry.id.slice(`${locale}/`.length)), locale)
  return [{ path, title: title ?? question ?? '', summary: description, day: utcDate(updated.getTime() / 1000) }]
}

/** The texts of a language as entries of its feed, the latest change first. */
export async function feedOf(locale: Locale): Promise<FeedEntry[]> {
  const own = ({ id }: { id: string }) => id.startsWith(`${locale}/`)
  const t = i18next.getFixedT(locale, 'site')
  const legal = (await getCollection('legal', own))
    .filter(({ id }) => id.split('/').length === 2)
    .map(({ id, data }) => ({ id, data: { ...data, description: t(`legal.${id.split('/')[1]}`) } }))
  const entries = [
    ...(await getCollection('docs', own)).flatMap((entry) => toFeedEntry('docs', entry, locale)),
    ...(await getCollection('guide', own)).flatMap((entry) => toFeedEntry('guide', entry, locale)),
    ...(await getCollection('faq', own)).flatMap((entry) => toFeedEntry('faq', entry, locale)),
    ...(await getCollection('pages', own)).flatMap((entry) => toFeedEntry('pages', entry, locale)),
    ...legal.flatMap((entry) => toFeedEntry('legal', entry, locale)),
  ]
  const latestFirst = (one: FeedEntry, other: FeedEntry) =>
    one.day === other.day ? (one.path < other.path ? -1 : 1) : one.day < other.day ? 1 : -1
  return entries.sort(latestFirst).slice(0, MAX_ENTRIES)
}
