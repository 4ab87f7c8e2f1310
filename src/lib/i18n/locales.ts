export const locales = ['en', 'zh'] as const
export type Locale = (typeof locales)[number]

/** Values of `<html lang>` and `hreflang`. */
export const htmlLang: Record<Locale, string> = { en: 'en', zh: 'zh-CN' }

/** Each language's own name, the same in every language. */
export const endonym: Record<Locale, string> = { en: 'English', zh: '中文' }

/** Separator between words, and between a sentence and a link after it. */
export const wordSpace: Record<Locale, string> = { en: ' ', zh: '' }

/** True for `en` and `zh`. */
export function isLocale(value: unknown): value is Locale {
  return locales.includes(value as Locale)
}

/** The other one of the two languages. */
export function otherLocale(locale: Locale): Locale {
  return locale === 'en' ? 'zh' : 'en'
}

/**
 * The address of a page in a language: English at `/…`, Chinese at `/zh/…`, always with a closing slash.
 * `path` begins with `/` and may carry a query and an anchor; a path with a file extension keeps its end.
 */
export function localize(path: string, locale: Locale): string {
  const [, pathname = '/', rest = ''] = path.match(/^([^?#]*)(.*)$/) ?? []
  const isFile = /\.[a-z0-9]+$/i.test(pathname)
  const closed = pathname.endsWith('/') || isFile ? pathname : `${pathname}/`
  return `${locale === 'en' ? '' : `/${locale}`}${closed}${rest}`
}

/** `getStaticPaths` of every page that exists in all languages. English has no path part. */
export function localePaths() {
  return locales.map((locale) => ({ params: { locale: locale === 'en' ? undefined : locale }, props: { locale } }))
}
