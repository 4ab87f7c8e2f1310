import { createT } from '#lib/i18n/t.ts'
import { currentLocale } from '#lib/session/locale.ts'
import type en from '#locales/en/desktop.json'

/** The page contains both languages, because it has one address for them. */
export interface DesktopProps {
  /** Chinese has no forms for one. */
  texts: { readonly en: typeof en; readonly zh: Omit<typeof en, `${string}_one`> }
}

export type T = ReturnType<typeof createT<typeof en>>

/** The texts in the reader's language, which the browser alone knows. */
export function textsIn({ en, zh }: DesktopProps['texts']): T {
  const locale = currentLocale()
  return createT((locale === 'zh' ? zh : en) as typeof en, locale)
}
