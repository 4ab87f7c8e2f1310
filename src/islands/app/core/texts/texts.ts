import type { Locale } from '#lib/i18n/locales.ts'
import { createT, type Translate } from '#lib/i18n/t.ts'
import { currentLocale } from '#lib/session/locale.ts'

/** Catalogues of public/locales, each loaded once: by the page's head for the first screen, else with the screen. */

export async function fetchCatalogue<M>(name: string, locale: Locale): Promise<M> {
  const response = await fetch(`/locales/${locale}/${name}.json`)
  if (!response.ok) throw new Error(`the texts ${name} could not be loaded: ${response.status}`)
  return (await response.json()) as M
}

const loaded = new Map<string, Translate<unknown>>()
const coming = new Map<string, Promise<void>>()
const failed = new Map<string, unknown>()

/** Settles when the catalogue is loaded; rejects on failure, and the next call retries. */
export function loadTexts(name: string): Promise<void> {
  const locale = currentLocale()
  const known = coming.get(name)
  if (known) return known
  const loading = fetchCatalogue<unknown>(name, locale).then(
    (messages) => void loaded.set(name, createT(messages, locale)),
    (error: unknown) => {
      coming.delete(name)
      throw error
    },
  )
  coming.set(name, loading)
  return loading
}

/**
 * Texts of one catalogue: `export const m = texts<typeof market>('market')` in the feature's texts.ts. A screen's
 * catalogues are loaded before it is drawn. Other parts wait in their Suspense, and show the error panel if loading
 * fails.
 */
export function texts<M>(name: string): Translate<M> {
  return (key, values) => {
    const translate = loaded.get(name) as Translate<M> | undefined
    if (translate) return translate(key, values)
    if (failed.has(name)) {
      const error = failed.get(name)
      failed.delete(name)
      throw error
    }
    throw loadTexts(name).catch((error: unknown) => void failed.set(name, error))
  }
}
