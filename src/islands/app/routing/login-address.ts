import { localize } from '#lib/i18n/locales.ts'
import { currentLocale } from '#lib/session/locale.ts'

/** The address that the browser shows, without its origin. */
export const here = (): string => location.pathname + location.search + location.hash

/** The sign-in page in the reader's language, with the full path to come back to. */
export const loginAddress = (wanted = here()): string =>
  localize(`/login?redirect=${encodeURIComponent(wanted)}`, currentLocale())
