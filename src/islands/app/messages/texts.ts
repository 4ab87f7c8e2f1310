import { createT, type Translate } from '#lib/i18n/t.ts'
import { currentLocale } from '#lib/session/locale.ts'
import type messages from '#locales/en/messages.json'

/** The texts of this screen, a catalogue of its own; the screen has them before it is drawn. */
const locale = currentLocale()
const response = await fetch(`/locales/${locale}/messages.json`)
if (!response.ok) throw new Error(`the texts could not be loaded: ${response.status}`)

export const m: Translate<typeof messages> = createT((await response.json()) as typeof messages, locale)
