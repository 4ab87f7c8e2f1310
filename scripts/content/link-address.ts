import { addressOf, aliasesOf, fieldOf, isEarlierVersion } from '../../src/lib/text/content/text-file.ts'
import type { Site, Text } from './types.ts'

/** An address with its closing slash; files have none. */
export const withSlash = (path: string) => (path.endsWith('/') || /\.\w+$/.test(path) ? path : `${path}/`)
const withoutSlash = (path: string) => path.replace(/\/$/, '')

/** The present address of a page that has moved. */
export function movedTo(path: string, { texts }: Site): string | undefined {
  const moved = texts.find(({ asFile }) => aliasesOf(asFile).some((alias) => withSlash(alias) === withSlash(path)))
  return moved?.asFile.address
}

/** Days of the versions of a legal text, the latest first. */
export const legalDays = (legal: string, { texts }: Site): string[] =>
  texts
    .filter((text) => text.folder === 'legal' && text.locale === 'en')
    .filter(({ slug }) => slug === legal || slug.startsWith(`${legal}/`))
    .map((text) =>
      isEarlierVersion(text) ? (text.slug.split('/').at(-1) ?? '') : (fieldOf(text.asFile, 'updated') ?? ''),
    )
    .sort()
    .reverse()

/** Without the marks of files, folders and languages that an address does not have. */
const cleaned = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/\/{2,}/g, '/')
    .replace(/^\/(?:public|src\/content)(?=\/)/, '')
    .replace(/^\/zh(?=\/|$)/, '')
    .replace(/^\/(docs|guide|faq|pages|legal)\/(?:en|zh)(?=\/)/, '/$1')
    .replace(/^\/(?:pages|legal)(?=\/)/, '')
    .replace(/(?:\/index)?\.(?:md|html?)$/, '')

/** The address of the question that a path names by its file: `/faq/wallets/keys/` is `/faq/wallets/#keys`. */
function questionAt(path: string, { find }: Site): string | undefined {
  const [, slug] = /^\/faq\/([^/]+\/[^/]+)\/?$/.exec(path) ?? []
  return slug && find('faq', 'en', slug) ? addressOf('faq', slug) : undefined
}

/** The address of the site that a path was meant to be; undefined where that is not certain. */
export function addressFrom(typed: string, site: Site): string | undefined {
  const clean = cleaned(typed)
  for (const path of [clean, clean.toLowerCase()]) {
    for (const address of [path, withSlash(path)]) if (site.hasAddress(address)) return address
    const other = movedTo(path, site) ?? questionAt(path, site)
    if (other !== undefined) return other
  }
  return undefined
}

/** The same for a path that does not begin with a slash: from the root, or from the folder of its text. */
export function relativeAddress(typed: string, { folder, slug }: Text, site: Site): string | undefined {
  const rest = typed.replaceAll('\\', '/').replace(/^(?:\.{1,2}\/)+/, '')
  const parent = withoutSlash(slug.split('/').slice(0, -1).join('/'))
  const places = [`/${rest}`, `/${folder}/${rest}`, `/${folder}/${parent}/${rest}`]
  return places.map((place) => addressFrom(place, site)).find((address) => address !== undefined && address !== '/')
}
