import { type Locale, locales, localize } from '../../src/lib/i18n/locales.ts'
import { pageOf } from './site.ts'
import type { Site } from './types.ts'

const inAll = (addresses: readonly string[]) =>
  addresses.flatMap((address) => locales.map((locale) => localize(address, locale)))

/** Addresses of the pages that a file is on; none for a file without a page. */
export function pagesOf(file: string, { texts, otherOf }: Site): string[] {
  const text = texts.find((one) => one.file === file)
  if (text) return (otherOf(text) ? [text.locale] : locales).map((locale) => localize(pageOf(text), locale))
  if (file === 'src/content/rates.json') return inAll(['/', '/pc/', '/cloud/'])
  const [, locale] = /^public\/locales\/([^/]+)\/docs\.json$/.exec(file) ?? []
  return locale ? [localize('/faq/', locale as Locale)] : []
}
