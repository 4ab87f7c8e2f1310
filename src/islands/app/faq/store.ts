import { atom } from 'nanostores'
import type { Locale } from '#lib/i18n/locales.ts'

export interface Question {
  question: string
  /** The answer's place on the site. */
  href: string
}

/** Questions by topic, from the site's build; undefined before and when they cannot be loaded. */
export const $questions = atom<Readonly<Record<string, Question[]>> | undefined>()

let requests = false

/** Loads once per page. Optional help: failures are ignored. */
export async function loadQuestions(locale: Locale): Promise<void> {
  if (requests) return
  requests = true
  const response = await fetch(`/faq-${locale}.json`).catch(() => undefined)
  if (response?.ok) $questions.set(await response.json())
  else requests = false
}
