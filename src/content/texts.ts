import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Loader, LoaderContext } from 'astro/loaders'
import { type Locale, locales, localize, otherLocale } from '#lib/i18n/locales.ts'
import { malformedDates } from '#lib/text/content/date-problems.ts'
import { latestDay } from '#lib/text/content/dates.ts'
import { formatProblem, pairsOf, type TextFile, type TextFolder } from '#lib/text/content/text-file.ts'
import { newerOriginal } from '#lib/text/content/translations.ts'
import { fillFigures } from '#lib/text/figures.ts'
import { parseTextFile } from './text-files.ts'

/** Names the file in whatever goes wrong with it. */
async function inFile<T>(file: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`)
  }
}

interface Heading {
  depth: number
  slug: string
  text: string
}

/** YAML reads `26 November` as a day of 2001, so dates are checked as they are written. */
function assertDates(file: TextFile): void {
  const [problem] = malformedDates(file, latestDay(Date.now()))
  if (problem) throw new Error(formatProblem(problem))
}

/** Both languages have the same anchors, those of the English headings, so that links and bookmarks hold in both. */
function shareAnchors(html: string, own: Heading[], english: Heading[]): { html: string; headings: Heading[] } {
  if (own.length !== english.length)
    throw new Error(`has ${own.length} headings, and the English text has ${english.length}`)
  const headings = own.map((heading, index) => ({ ...heading, slug: english[index]?.slug ?? heading.slug }))
  let next = 0
  // A heading links to itself, so that its address can be copied.
  const anchored = html.replace(/<h([1-6]) id="[^"]*">(.*?)<\/h\1>/g, (_, depth: string, text: string) => {
    const slug = headings[next++]?.slug
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

interface Rendered {
  text: TextFile
  body: string
  html: string
  metadata: Awaited<ReturnType<LoaderContext['renderMarkdown']>>['metadata']
}

/** Facts of a text that its own file does not have, for the schema of its collection. */
interface Facts {
  original?: Locale
  newer?: string
  isAlone?: boolean
}

/** Facts for the page: a missing translation, and an original that is newer. */
function factsOf(text: TextFile, pair: Partial<Record<Locale, TextFile>>): Facts {
  const newer = newerOriginal(pair)
  return {
    ...(newer?.older === text.locale && { newer: newer.date }),
    ...(pair[otherLocale(text.locale)] === undefined && { isAlone: true }),
  }
}

/**
 * Markdown texts at src/content/{folder}/{language}/….md with the ids `en/…` and `zh/…`. Figures of the rules are put in
 * for their placeholders, in the front matter too. Texts are not cached, because a rule may change. A text without
 * translation stands in for it, and drafts are seen under `npm run dev` alone (ADR-166).
 */
export function texts(folder: TextFolder): Loader {
  const base = new URL(`./src/content/${folder}/`, `file://${process.cwd()}/`)

  function readText(file: string): TextFile {
    const text = parseTextFile(folder, file, readFileSync(new URL(file, base), 'utf8'))
    if (!text) throw new Error(`src/content/${folder}/${file}: there is no language ${file.split('/')[0]}`)
    assertDates(text)
    return text
  }

  async function load({ store, parseData, renderMarkdown, watcher }: LoaderContext) {
    const files = globSync('*/**/*.md', { cwd: fileURLToPath(base) }).map((file) => file.replaceAll('\\', '/'))
    const shown = files
      .sort()
      .map(readText)
      .filter(({ isDraft }) => watcher || !isDraft)
    const english = new Map<string, Heading[]>()
    const entries: Parameters<typeof store.set>[0][] = []
    async function add({ text, body, html, metadata }: Rendered, locale: Locale, facts: Facts) {
      const id = `${locale}/${text.slug}`
      // A spelling of the field that only YAML understands must not publish a draft.
      if (metadata?.frontmatter?.draft && !text.isDraft)
        throw new Error(`${text.place}: write the field as "draft: true"`)
      const data = await parseData({ id, data: { ...metadata?.frontmatter, ...facts }, filePath: text.place })
      const rendered = { html: boxed(ownLanguage(html, locale)), ...(metadata && { metadata }) }
      entries.push({ id, data, body, filePath: text.place, rendered })
    }
    for (const pair of pairsOf(shown))
      for (const text of locales.flatMap((locale) => pair[locale] ?? [])) {
        const { locale, slug, place } = text
        const fileURL = new URL(`${locale}/${slug}.md`, base)
        const body = await inFile(place, () => fillFigures(text.text, locale))
        const { html, metadata } = await inFile(place, () => renderMarkdown(body, { fileURL }))
        const own = (metadata?.headings ?? []) as Heading[]
        if (locale === 'en') english.set(slug, own)
        const shared = await inFile(place, () => shareAnchors(html, own, english.get(slug) ?? own))
        const made = { text, body, html: shared.html, metadata: metadata && { ...metadata, headings: shared.headings } }
        const facts = factsOf(text, pair)
        await add(made, locale, facts)
        if (facts.isAlone) await add(made, otherLocale(locale), { original: locale })
      }
    // Only now, so that an error in one file leaves the others unchanged.
    store.clear()
    for (const entry of entries) store.set(entry)
  }

  return {
    name: 'texts',
    async load(context) {
      let last = load(context)
      await last
      context.watcher?.add(fileURLToPath(base))
      context.watcher?.on('all', (_, changed) => {
        if (!changed.startsWith(fileURLToPath(base))) return
        // One after the other: what was read first must not be kept last.
        last = last.then(() => load(context)).catch((error: Error) => context.logger.error(error.message))
      })
    },
  }
}
