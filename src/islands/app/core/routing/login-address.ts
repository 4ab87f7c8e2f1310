import { localize } from '#lib/i18n/locales.ts'
import { currentLocale } from '#lib/session/locale.ts'

/** The address that the browser shows, without its origin. */
export const currentAddress = (): string => location.pathname + location.search + location.hash

/** True while navigating to the sign-in page: a failure on the way must not change the address to return to. */
export const departure = { toLogin: false }

/** The sign-in page in the reader's language, with the full path to come back to. */
export const loginAddress = (returnTo = currentAddress()): string =>
  localize(`/login?redirect=${encodeURIComponent(returnTo)}`, currentLocale())
