import { createContext, useContext } from 'react'
import type { Locale } from '#lib/i18n/locales.ts'
import { createT, type Translate } from '#lib/i18n/t.ts'
import type app from '#locales/en/app.json'
import { fetchCatalogue } from './texts.ts'

export type Messages = typeof app
export type T = Translate<Messages>

export interface Language {
  locale: Locale
  t: T
}

export const createLanguage = (locale: Locale, messages: Messages): Language => ({
  locale,
  t: createT(messages, locale),
})

export const LanguageContext = createContext<Language | undefined>(undefined)

export function useLanguage(): Language {
  const language = useContext(LanguageContext)
  if (!language) throw new Error('no language around this component')
  return language
}

export const useT = (): T => useLanguage().t

/** The catalogue of one language: the page's head has begun to fetch it before any script ran. */
export const loadMessages = (locale: Locale): Promise<Messages> => fetchCatalogue('app', locale)
