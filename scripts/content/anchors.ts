import path from 'node:path'
import { locales } from '../../src/lib/i18n/locales.ts'
import { pageOf } from './site.ts'
import type { Site } from './types.ts'

/** The Astro file of an address without its language. */
function pageFile(address: string, site: Site): string | undefined {
  const place = `src/pages/[...locale]${address.replace(/\/$/, '')}`
  const [, folder = ''] = address.split('/')
  const dynamic: Readonly<Record<string, string>> = {
    docs: 'docs/[slug]',
    guide: 'guide/[slug]',
    faq: 'faq/[topic]',
    terms: '[legal]',
    privacy: '[legal]',
  }
  const candidates = [`${place}.astro`, `${place}/index.astro`, `src/pages/[...locale]/${dynamic[folder]}.astro`]
  return candidates.find((file) => site.files.has(file))
}

/** An Astro file with every component that it imports, directly or not. */
function* withComponents(file: string, site: Site, seen = new Set<string>()): Generator<string> {
  const source = site.files.get(file)
  if (source === undefined || seen.has(file)) return
  seen.add(file)
  yield source
  for (const [, target = ''] of source.matchAll(/from '(\.[^']+\.astro)'/g))
    yield* withComponents(path.posix.join(path.posix.dirname(file), target), site, seen)
}

export interface Anchors {
  readonly names: ReadonlySet<string>
  /** `true` if the page's markup computes further ids, which are known only after a build. */
  readonly isOpen: boolean
}

/** Anchors of a page: headings and questions of its texts, and ids in its markup. */
export function anchorsOf(address: string, site: Site): Anchors {
  const names = new Set<string>()
  const onPage = site.texts.filter((text) => pageOf(text) === address)
  // A text without an English one has the anchors of its own headings.
  const texts = onPage.filter((text) => text.locale === locales[0] || !site.otherOf(text))
  for (const { folder, slug, headings } of texts) {
    if (folder === 'faq') names.add(slug.split('/').at(-1) ?? slug)
    for (const { anchor } of headings) names.add(anchor)
  }
  const file = pageFile(address, site)
  const sources = file ? [...withComponents(file, site)] : []
  for (const source of sources) for (const [, id = ''] of source.matchAll(/\sid="([^"{]+)"/g)) names.add(id)
  const isOpen = texts.length === 0 && sources.some((source) => /\sid=\{/.test(source))
  return { names, isOpen }
}
