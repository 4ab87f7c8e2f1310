import { type Locale, localize, otherLocale } from '#lib/i18n/locales.ts'

/**
 * A script for a page that is linked to with `lang` in its query: whoever names the other language is taken to the page in
 * it before anything is drawn, as by the language link, and the rest of the query goes along. Its page tells the policy of it.
 */
export function leadToLanguage(path: string, locale: Locale): string {
  const other = otherLocale(locale)
  return (
    `{let q=new URLSearchParams(location.search);if(q.get('lang')=='${other}'){q.delete('lang');` +
    `try{localStorage.localeLang='${other}'}catch{}location.replace('${localize(path, other)}?'+q)}}`
  )
}
