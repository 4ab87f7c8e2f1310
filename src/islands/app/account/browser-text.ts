import { UNKNOWN_BROWSER } from '#lib/text/browser-name.ts'
import { a } from './texts.ts'

/** A browser's label of the service, `Unknown Web, Linux`, in the reader's language. */
export const browserText = (label: string): string =>
  label.replace(UNKNOWN_BROWSER, a('browser.unknown')).replace(', ', a('browser.comma'))
