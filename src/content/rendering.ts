import type { LoaderContext } from 'astro/loaders'
import { type Locale, localize } from '#lib/i18n/locales.ts'
import { headLines, problemsIn } from './markdown/problems.ts'

export interface Heading {
  depth: number
  slug: string
  text: string
}

interface Place {
  fileURL: URL
  filePath: string
  renderMarkdown: LoaderContext['renderMarkdown']
}

/** Renders a text. Mistakes, and pictures until they are published, are named by file and line. */
export async function render(body: string, { fileURL, filePath, renderMarkdown }: Place) {
  const place = (line: number) => `${filePath}:${line + headLines(body)}`
  try {
    const { html, metadata } = await renderMarkdown(body, { fileURL })
    return { metadata, html: html.replace(/ data-line="(\d+)"/g, (_, line) => ` data-at="${place(Number(line))}"`) }
  } catch (error) {
    const problems = problemsIn(error)
    if (!problems) throw new Error(`${filePath}: ${(error as Error).message}`)
    throw new Error(problems.map(({ line, message }) => `${place(line)}  ${message}`).join('\n'))
  }
}

/** Both languages have the same anchors, those of the English headings, so that links and bookmarks hold in both. */
export function shareAnchors(html: string, own: readonly Heading[], english: readonly Heading[]) {
  if (own.length !== english.length)
    throw new Error(`has ${own.length} headings, and the English text has ${english.length}`)
  const headings: Heading[] = own.map((heading, index) => ({ ...heading, slug: english[index]?.slug ?? heading.slug }))
  let next = 0
  // A heading links to itself, so that its address can be copied. That of a tab chooses the tab.
  const anchored = html.replace(/<h([1-6]) id="[^"]*">(.*?)<\/h\1>/g, (_, depth: string, text: string) => {
    const slug = headings[next++]?.slug
    if (text.startsWith('<label')) return `<h${depth} id="${slug}">${text}</h${depth}>`
    return `<h${depth} id="${slug}"><a href="#${slug}">${text}</a></h${depth}>`
  })
  return { html: anchored, headings }
}

/** Links are written as in English; a page leads on to pages of its own language. */
const ownLanguage = (html: string, locale: Locale) =>
  html.replace(/ href="(\/[^"]*)"/g, (_, path: string) => ` href="${localize(path, locale)}"`)

/** Content wider than the text scrolls in a box of its own, which is reachable by keyboard. */
const boxed = (html: string) =>
  html
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')

/** A rendered text on a page of a language. */
export const onPage = (html: string, locale: Locale): string => boxed(ownLanguage(html, locale))
