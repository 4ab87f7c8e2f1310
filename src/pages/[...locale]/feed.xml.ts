import type { APIRoute } from 'astro'
import i18next from 'i18next'
import { brand } from '#lib/brand.ts'
import { htmlLang, type Locale, localePaths, localize } from '#lib/i18n/locales.ts'
import { atomFeed } from '#lib/text/content/atom.ts'
import { feedOf } from '../../content/feed.ts'

export const getStaticPaths = localePaths

/** New and changed texts of a language. */
export const GET: APIRoute<{ locale: Locale }> = async ({ props: { locale }, site }) => {
  const feed = atomFeed({
    site: String(site),
    path: localize('/feed.xml', locale),
    home: localize('/docs', locale),
    lang: htmlLang[locale],
    title: i18next.getFixedT(locale, 'docs')('feed'),
    author: brand.name,
    entries: await feedOf(locale),
  })
  return new Response(feed, { headers: { 'content-type': 'application/atom+xml' } })
}
