import { isLocale, type Locale } from '../i18n/locales.ts'
import { remembered } from './storage.ts'

/** Key of the specification, section 3. */
const KEY = 'localeLang'

/** The reader's language: what was chosen (by the page's own script, layouts/boot.ts), else English (specification 9). */
export function currentLocale(): Locale {
  const chosen = remembered(KEY)
  return isLocale(chosen) ? chosen : 'en'
}
