import { createT, type Translate } from '#lib/i18n/t.ts'
import { currentLocale } from '#lib/session/locale.ts'
import type money from '#locales/en/money.json'

/**
 * The texts of earnings, wallets and withdrawals: a catalogue of its own, so that no other screen waits for it. A screen
 * that uses it has it before it is drawn; the page's head begins to fetch it (layouts/App.astro).
 */
const locale = currentLocale()
const response = await fetch(`/locales/${locale}/money.json`)
if (!response.ok) throw new Error(`the texts could not be loaded: ${response.status}`)

export type MoneyT = Translate<typeof money>
export const m: MoneyT = createT((await response.json()) as typeof money, locale)
