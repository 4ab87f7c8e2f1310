import type { Locale } from '#lib/i18n/locales.ts'
import { createT, type Translate } from '#lib/i18n/t.ts'
import type late from '#locales/en/sign-in.json'

/**
 * Parts of the sign-in pages that are loaded on demand: their own script has no byte to spare (tests/site/budgets.ts).
 */

export type LateT = Translate<typeof late>

export const pageLocale = (): Locale => (document.documentElement.lang.startsWith('zh') ? 'zh' : 'en')

let texts: Promise<LateT> | undefined

/** Texts of the late parts in the page's language; rejects if loading fails, and the next call retries. */
export function lateTexts(): Promise<LateT> {
  const locale = pageLocale()
  texts ??= fetch(`/locales/${locale}/sign-in.json`)
    .then(async (response) => {
      if (!response.ok) throw new Error(`the texts could not be loaded: ${response.status}`)
      return createT((await response.json()) as typeof late, locale)
    })
    .catch((error: unknown) => {
      texts = undefined
      throw error
    })
  return texts
}
