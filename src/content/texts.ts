import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Loader, LoaderContext } from 'astro/loaders'
import { isLocale, type Locale, localize } from '#lib/i18n/locales.ts'
import { fillFigures } from '#lib/text/figures.ts'
import { headLines, problemsIn } from './markdown/problems.ts'
import { toPlainText } from './plain-text.ts'

type Entry = Parameters<LoaderContext['store']['set']>[0]

/** Names the file in whatever goes wrong with it. */
async function inFile<T>(file: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`)
  }
}

type Render = LoaderContext['renderMarkdown']

/** Renders a text. Mistakes, and pictures until they are published, are named by file and line. */
async function render(
  body: string,
  { fileURL, filePath, renderMarkdown }: { fileURL: URL; filePath: string; renderMarkdown: Render },
) {
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

interface Heading {
  depth: number
  slug: string
  text: string
}

/** Both languages have the same anchors, those of the English headings, so that links and bookmarks hold in both. */
function shareAnchors(html: string, own: Heading[], english: Heading[]): { html: string; headings: Heading[] } {
  if (own.length !== english.length)
    throw new Error(`has ${own.length} headings, and the English text has ${english.length}`)
  const headings = own.map((heading, index) => ({ ...heading, slug: english[index]?.slug ?? heading.slug }))
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

/**
 * Markdown texts at src/content/{folder}/{language}/….md with the ids `en/…` and `zh/…`. Figures of the rules are put in
 * for their placeholders, in the front matter too. Texts are not cached, because a rule may change. Under `npm run dev` a text
 * with a mistake keeps its last valid version: scripts/lib/dev-content.mjs shows the mistake in the browser.
 */
export function texts(folder: string): Loader {
  const base = new URL(`./src/content/${folder}/`, `file://${process.cwd()}/`)

  async function load({ store, parseData, renderMarkdown, watcher, logger }: LoaderContext) {
    const english = new Map<string, Heading[]>()
    async function read(file: string): Promise<Entry> {
      const fileURL = new URL(file, base)
      const filePath = `src/content/${folder}/${file}`
      const id = file.slice(0, -'.md'.length)
      const [locale = '', ...rest] = id.split('/')
      if (!isLocale(locale)) throw new Error(`${filePath}: there is no language ${locale}`)
      const source = toPlainText(readFileSync(fileURL, 'utf8'))
      const body = await inFile(filePath, () => fillFigures(source, locale))
      const { html, metadata } = await render(body, { fileURL, filePath, renderMarkdown })
      const data = await parseData({ id, data: metadata?.frontmatter ?? {}, filePath })
      const own = (metadata?.headings ?? []) as Heading[]
      const slug = rest.join('/')
      if (locale === 'en') english.set(slug, own)
      const shared = await inFile(filePath, () => shareAnchors(html, own, english.get(slug) ?? own))
      const rendered = {
        html: boxed(ownLanguage(shared.html, locale)),
        metadata: { ...metadata, headings: shared.headings },
      }
      return { id, data, body, filePath, rendered }
    }

    const entries: Entry[] = []
    const files = globSync('*/**/*.md', { cwd: fileURLToPath(base) }).map((file) => file.replaceAll('\\', '/'))
    for (const file of files.sort()) {
      try {
        entries.push(await read(file))
      } catch (error) {
        // A build ends here.
        if (!watcher) throw error
        const last = store.get(file.slice(0, -'.md'.length)) as Entry | undefined
        if (last) entries.push(last)
        logger.warn(
          `src/content/${folder}/${file} has a mistake; ${last ? 'the page keeps its last text' : 'it has no page yet'}`,
        )
      }
    }
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
