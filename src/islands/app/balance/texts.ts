import type balance from '#locales/en/balance.json'
import { texts } from '../core/texts/texts.ts'

export const m = texts<typeof balance>('balance')
