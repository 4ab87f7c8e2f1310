import type { Locale } from '#lib/i18n/locales.ts'
import en from '#locales/en/docs.json' with { type: 'json' }
import zh from '#locales/zh/docs.json' with { type: 'json' }

export type Words = typeof en.parts

/** Words that a text's parts bring along. Texts are rendered before the reader of the catalogues is set up. */
export const wordsOf = (locale: Locale): Words => ({ en, zh })[locale].parts
