import type messages from '#locales/en/year.json'
import { texts } from '../core/texts/texts.ts'

export const y = texts<typeof messages>('year')
