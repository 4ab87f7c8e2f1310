import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Loader, LoaderContext } from 'astro/loaders'
import { type Locale, locales, otherLocale } from '#lib/i18n/locales.ts'
import { malformedDates } from '#lib/text/content/date-problems.ts'
import { latestDay } from '#lib/text/content/dates.ts'
import { formatProblem } from '#lib/text/content/problem.ts'
import { pairsOf, type TextFile, type TextFolder } from '#lib/text/content/text-file.ts'
import { newerOriginal } from '#lib/text/content/translations.ts'
import { fillFigures } from '#lib/text/figures.ts'
import { type Heading, onPage, render, shareAnchors } from './rendering.ts'
import type { Facts } from './schemas.ts'
import { parseTextFile } from './text-files.ts'

type Entry = Parameters<LoaderContext['store']['set']>[0]
type Pair = Partial<Record<Locale, TextFile>>

/** Names the file in whatever goes wrong with it. */
function inFile<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`)
  }
}

/** YAML reads `26 November` as a day of 2001, so dates are checked as they are written. */
function assertDates(file: TextFile): void {
  const [problem] = malformedDates(file, latestDay(Date.now()))
  if (problem) throw new Error(formatProblem(problem))
}

/** Facts for the page: a missing translation, and an original that is newer. */
function factsOf(text: TextFile, pair: Pair): Facts {
  const newer = newerOriginal(pair)
  return {
    ...(newer?.older === text.locale && { newer: newer.date }),
    ...(pair[otherLocale(text.locale)] === undefined && { isAlone: true }),
  }
}

/** The pages of a text: its own, and that of its translation as long as there is none. */
const pagesOf = (text: TextFile, facts: Facts): { locale: Locale; facts: Facts }[] => [
  { locale: text.locale, facts },
  ...(facts.isAlone ? [{ locale: otherLocale(text.locale), facts: { original: text.locale } }] : []),
]

/**
 * Markdown texts at src/content/{folder}/{language}/….md with the ids `en/…` and `zh/…`. Figures of the rules are put in
 * for their placeholders, in the front matter too. Texts are not cached, because a rule may change. A text without
 * translation stands in for it, and drafts are seen under `npm run dev` alone (ADR-166). There, a text with a mistake keeps
 * its last valid version: scripts/lib/dev-content.mjs shows the mistake in the browser.
 */
export function texts(folder: TextFolder): Loader {
  const base = new URL(`./src/content/${folder}/`, `file://${process.cwd()}/`)

  async function load({ store, parseData, renderMarkdown, watcher, logger }: LoaderContext) {
    const english = new Map<string, Heading[]>()

    async function entriesOf(text: TextFile, pair: Pair): Promise<Entry[]> {
      const { locale, slug, place } = text
      assertDates(text)
      const body = inFile(place, () => fillFigures(text.text, locale))
      const fileURL = new URL(`${locale}/${slug}.md`, base)
      const { html, metadata } = await render(body, { fileURL, filePath: place, renderMarkdown })
      // A spelling of the field that only YAML understands must not publish a draft.
      if (metadata?.frontmatter?.draft && !text.isDraft) throw new Error(`${place}: write the field as "draft: true"`)
      const own = (metadata?.headings ?? []) as Heading[]
      if (locale === 'en') english.set(slug, own)
      // A draft may have other headings while it is written.
      const isWritten = Object.values(pair).every(({ isDraft }) => !isDraft)
      const shared = inFile(place, () => shareAnchors(html, own, (isWritten && english.get(slug)) || own))
      return Promise.all(
        pagesOf(text, factsOf(text, pair)).map(async (page) => {
          const id = `${page.locale}/${slug}`
          const data = await parseData({ id, data: { ...metadata?.frontmatter, ...page.facts }, filePath: place })
          const rendered = {
            html: onPage(shared.html, page.locale),
            metadata: { ...metadata, headings: shared.headings },
          }
          return { id, data, body, filePath: place, rendered }
        }),
      )
    }

    /** A build ends with a mistake; under `npm run dev` its pages keep their last text. */
    async function validEntriesOf(text: TextFile, pair: Pair): Promise<Entry[]> {
      try {
        return await entriesOf(text, pair)
      } catch (error) {
        if (!watcher) throw error
        const last = pagesOf(text, factsOf(text, pair)).flatMap(
          ({ locale }) => (store.get(`${locale}/${text.slug}`) as Entry | undefined) ?? [],
        )
        const state = last.length > 0 ? 'the page keeps its last text' : 'it has no page yet'
        logger.warn(`${text.place} has a mistake; ${state}`)
        return last
      }
    }

    function readText(file: string): TextFile[] {
      const text = parseTextFile(folder, file, readFileSync(new URL(file, base), 'utf8'))
      if (!text && !watcher)
        throw new Error(`src/content/${folder}/${file}: there is no language ${file.split('/')[0]}`)
      return text && (watcher || !text.isDraft) ? [text] : []
    }

    const files = globSync('*/**/*.md', { cwd: fileURLToPath(base) }).map((file) => file.replaceAll('\\', '/'))
    const entries: Entry[] = []
    for (const pair of pairsOf(files.sort().flatMap(readText)))
      for (const text of locales.flatMap((locale) => pair[locale] ?? []))
        entries.push(...(await validEntriesOf(text, pair)))
    // Only now, so that an error in the folder itself leaves all texts unchanged.
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
