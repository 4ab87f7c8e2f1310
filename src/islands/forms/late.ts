import type { Locale } from '#lib/i18n/locales.ts'
import { createT, type Translate } from '#lib/i18n/t.ts'
import type late from '#locales/en/sign-in.json'

/** What the sign-in pages fetch when it is asked for: their own script has no byte to spare (tests/site/budgets.ts). */

export type LateT = Translate<typeof late>

export const pageLocale = (): Locale => (document.documentElement.lang.startsWith('zh') ? 'zh' : 'en')

let texts: Promise<LateT> | undefined

/** The texts of the late parts in the page's language; rejects when they can't be had, and the next call asks anew. */
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
