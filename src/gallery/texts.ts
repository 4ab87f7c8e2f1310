import { type Locale, otherLocale } from '#lib/i18n/locales.ts'
import { createT } from '#lib/i18n/t.ts'
import { utcDayShort } from '#lib/time/format.ts'
import en from './texts/en.json'
import zh from './texts/zh.json'

export const locale: Locale = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en'
export const t = createT<typeof en>(locale === 'zh' ? zh : en, locale)

export function switchLocale() {
  localStorage.setItem('localeLang', otherLocale(locale))
  location.reload()
}

/** `20 Nov` or `11/20`. */
export function formatDay(at: number): string {
  return utcDayShort(at, locale)
}
