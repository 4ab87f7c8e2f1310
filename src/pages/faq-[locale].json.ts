import type { APIRoute } from 'astro'
import { type Locale, locales, localize } from '#lib/i18n/locales.ts'
import { faqOf, slugOf } from '../content/library.ts'

export const getStaticPaths = () => locales.map((locale) => ({ params: { locale } }))

/** The questions by topic, each with the place of its answer: what the app shows beside a screen. */
export const GET: APIRoute = async ({ params }) => {
  const locale = params.locale as Locale
  const topics = (await faqOf(locale)).map(({ key, entries }) => [
    key,
    entries.map((entry) => ({
      question: entry.data.question,
      href: localize(`/faq/${key}#${slugOf(entry)}`, locale),
    })),
  ])
  return new Response(JSON.stringify(Object.fromEntries(topics)), { headers: { 'content-type': 'application/json' } })
}
