import type market from '#locales/en/market.json'
import { texts } from '../core/texts/texts.ts'

export const m = texts<typeof market>('market')
