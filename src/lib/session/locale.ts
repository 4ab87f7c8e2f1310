import { isLocale, type Locale } from '../i18n/locales.ts'
import { remembered } from './storage.ts'

/** The specified key (SPEC-3.8). */
const KEY = 'localeLang'

/**
 * The reader's language: what was chosen, else English (SPEC-9.37). Where storage can't keep the choice, the page's own
 * script (layouts/boot.ts) has drawn the page in it.
 */
export function currentLocale(): Locale {
  const chosen = remembered(KEY) ?? globalThis.document?.documentElement.lang.slice(0, 2)
  return isLocale(chosen) ? chosen : 'en'
}
