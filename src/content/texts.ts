import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Loader, LoaderContext } from 'astro/loaders'
import { type Locale, localize } from '#lib/i18n/locales.ts'
import { malformedDates } from '#lib/text/content/date-problems.ts'
import { latestDay } from '#lib/text/content/dates.ts'
import { formatProblem, type TextFile, type TextFolder } from '#lib/text/content/text-file.ts'
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

/**
 * Markdown texts at src/content/{folder}/{language}/….md with the ids `en/…` and `zh/…`. Figures of the rules are put in
 * for their placeholders, in the front matter too. Texts are not cached, because a rule may change.
 */
export function texts(folder: TextFolder): Loader {
  const base = new URL(`./src/content/${folder}/`, `file://${process.cwd()}/`)

  async function load({ store, parseData, renderMarkdown }: LoaderContext) {
    const entries: Parameters<typeof store.set>[0][] = []
    const english = new Map<string, Heading[]>()
    const files = globSync('*/**/*.md', { cwd: fileURLToPath(base) }).map((file) => file.replaceAll('\\', '/'))
    for (const file of files.sort()) {
      const fileURL = new URL(file, base)
      const filePath = `src/content/${folder}/${file}`
      const id = file.slice(0, -'.md'.length)
      const source = readFileSync(fileURL, 'utf8')
      const text = parseTextFile(folder, file, source)
      if (!text) throw new Error(`${filePath}: there is no language ${file.split('/')[0]}`)
      assertDates(text)
      const { locale, slug } = text
      const body = await inFile(filePath, () => fillFigures(source, locale))
      const { html, metadata } = await inFile(filePath, () => renderMarkdown(body, { fileURL }))
      const data = await parseData({ id, data: metadata?.frontmatter ?? {}, filePath })
      const own = (metadata?.headings ?? []) as Heading[]
      if (locale === 'en') english.set(slug, own)
      const shared = await inFile(filePath, () => shareAnchors(html, own, english.get(slug) ?? own))
      const rendered = {
        html: boxed(ownLanguage(shared.html, locale)),
        metadata: { ...metadata, headings: shared.headings },
      }
      entries.push({ id, data, body, filePath, rendered })
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
