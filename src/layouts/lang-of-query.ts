import { type Locale, localize, otherLocale } from '#lib/i18n/locales.ts'

/**
 * Inline script for a page that is linked to with `lang` in its query: redirects to the other language before anything
 * is drawn, like the language link, and keeps the rest of the query. The page adds the script's hash to its policy.
 */
export function leadToLanguage(path: string, locale: Locale): string {
  const other = otherLocale(locale)
  return (
    `{let q=new URLSearchParams(location.search);if(q.get('lang')=='${other}'){q.delete('lang');` +
    `try{localStorage.localeLang='${other}'}catch{}location.replace('${localize(path, other)}?'+q)}}`
  )
}
