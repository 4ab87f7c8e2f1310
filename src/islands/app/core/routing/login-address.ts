import { localize } from '#lib/i18n/locales.ts'
import { currentLocale } from '#lib/session/locale.ts'

/** The address that the browser shows, without its origin. */
export const currentAddress = (): string => location.pathname + location.search + location.hash

/** Whether the way to the sign-in page has begun: what fails on the way must not change where it comes back to. */
export const departure = { toLogin: false }

/** The sign-in page in the reader's language, with the full path to come back to. */
export const loginAddress = (wanted = currentAddress()): string =>
  localize(`/login?redirect=${encodeURIComponent(wanted)}`, currentLocale())
