import { isLocale, type Locale } from '../i18n/locales.ts'
import { remembered } from './storage.ts'

/** Key of the specification, section 3. */
const KEY = 'localeLang'

/**
 * The reader's language: what was chosen, else English (specification 9). Where storage can't keep the choice, the page's own
 * script (layouts/boot.ts) has drawn the page in it.
 */
export function currentLocale(): Locale {
  const chosen = remembered(KEY) ?? globalThis.document?.documentElement.lang.slice(0, 2)
  return isLocale(chosen) ? chosen : 'en'
}
