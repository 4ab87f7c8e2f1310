import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { Window } from 'happy-dom'
import { type Locale, locales, localize } from '#lib/i18n/locales.ts'

export const dist = join(import.meta.dirname, '../../dist')

if (!existsSync(join(dist, 'index.html'))) throw new Error('dist is not built: run "astro build" first')

export interface BuiltPage {
  /** Under dist, for example `zh/index.html`. */
  file: string
  /** As in a link, for example `/zh/`. */
  path: string
  html: string
  document: Document
}

export function parse(html: string): Document {
  const window = new Window({ settings: { disableJavaScriptEvaluation: true, disableCSSFileLoading: true } })
  window.document.write(html)
  return window.document as unknown as Document
}

const files: readonly BuiltPage[] = globSync('**/*.html', { cwd: dist })
  .map((file) => file.replaceAll('\\', '/'))
  .sort()
  .map((file) => {
    const html = readFileSync(join(dist, file), 'utf8')
    return { file, path: `/${file.replace(/index\.html$/, '')}`, html, document: parse(html) }
  })

/** Pages at former addresses of texts. */
const leadsOn = ({ document }: BuiltPage) => document.querySelector('meta[http-equiv=refresh]') !== null

export const pages = files.filter((page) => !leadsOn(page))

const canonicalOf = ({ document }: BuiltPage) => document.querySelector('link[rel=canonical]')?.getAttribute('href')

/** Pages with an address in each language; the others have one address, or none as 404 has. */
export const localizedPages = pages.filter((page) => canonicalOf(page)?.endsWith(`.example${page.path}`))

/** Pages in whose place engines list another one: versions of legal texts, and texts without translation in the other language. */
export const unlistedPages = pages.filter((page) => canonicalOf(page) && !localizedPages.includes(page))

/** The languages in which a page is listed: one where its text is not translated. */
export const languagesOf = (path: string): Locale[] => {
  const plain = path.replace(/^\/zh\//, '/')
  return locales.filter((locale) => localizedPages.some((page) => page.path === localize(plain, locale)))
}

export const filesMatching = (pattern: string) => globSync(pattern, { cwd: dist }).sort()

const compressed = new Map<string, number>()

/** Counted once a file: most pages load the same modules. */
export function brotliBytes(file: string): number {
  const known = compressed.get(file)
  if (known !== undefined) return known
  const content = readFileSync(join(dist, file))
  const bytes = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
  compressed.set(file, bytes)
  return bytes
}

export const isBuilt = (path: string) => existsSync(join(dist, path.endsWith('/') ? `${path}index.html` : path))
