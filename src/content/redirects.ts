import { locales, localize } from '#lib/i18n/locales.ts'
import { aliasesOf, type TextFile } from '#lib/text/content/text-file.ts'

/** Where former addresses lead, in each language: published texts by their aliases. */
export function redirectsOf(files: readonly TextFile[]): Record<string, string> {
  const published = files.filter(({ isDraft }) => !isDraft)
  return Object.fromEntries(
    published.flatMap((file) =>
      aliasesOf(file).flatMap((alias) =>
        locales.map((locale) => [localize(alias, locale), localize(file.address, locale)]),
      ),
    ),
  )
}
