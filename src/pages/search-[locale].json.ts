import { getCollection } from 'astro:content'
import type { APIRoute } from 'astro'
import i18next from 'i18next'
import { type Locale, locales, localize } from '#lib/i18n/locales.ts'
import { type SearchIndex, sectionsOf } from '#lib/search/search-index.ts'
import { docsOf, faqOf, guideOf, slugOf } from '../content/library.ts'

export const getStaticPaths = () => locales.map((locale) => ({ params: { locale } }))

interface Page {
  path: string
  title: string
  part: string
  sections: { anchor: string; heading: string; text: string }[]
}

/** Everything that can be read on the site's reading pages, for the search of one language. */
async function pagesOf(locale: Locale): Promise<Page[]> {
  const t = i18next.getFixedT(locale, 'docs')
  const page = (
    part: 'docs' | 'guide',
    entry: { id: string; data: { title: string }; rendered?: { html: string } },
  ) => ({
    path: `/${part}/${slugOf(entry)}`,
    title: entry.data.title,
    part: t(`sections.${part}`),
    sections: sectionsOf(entry.rendered?.html ?? ''),
  })
  const questions = (await faqOf(locale)).map(({ key, title, entries }) => ({
    path: `/faq/${key}`,
    title,
    part: t('sections.faq'),
    sections: entries.flatMap((entry) =>
      sectionsOf(entry.rendered?.html ?? '').map(({ text }) => ({
        anchor: slugOf(entry),
        heading: entry.data.question,
        text,
      })),
    ),
  }))
  const about = (await getCollection('pages')).filter(({ id }) => id === `${locale}/about`)
  return [
    ...(await docsOf(locale)).flatMap(({ entries }) => entries.map((entry) => page('docs', entry))),
    ...(await guideOf(locale)).map((entry) => page('guide', entry)),
    ...questions,
    ...about.map(({ data, rendered }) => ({
      path: '/about',
      title: data.title,
      part: t('sections.about'),
      sections: sectionsOf(rendered?.html ?? ''),
    })),
  ]
}

export const GET: APIRoute = async ({ params }) => {
  const locale = params.locale as Locale
  const pages = await pagesOf(locale)
  const index: SearchIndex = {
    pages: pages.map(({ path, title, part }) => [localize(path, locale), title, part]),
    sections: pages.flatMap(({ sections }, page) =>
      sections
        .filter(({ text }) => text !== '')
        .map(({ anchor, heading, text }) => [page, anchor, heading, text] as const),
    ),
  }
  return Response.json(index)
}
