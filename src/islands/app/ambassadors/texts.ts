import type ambassadors from '#locales/en/ambassadors.json'
import { texts } from '../core/texts/texts.ts'

export const m = texts<typeof ambassadors>('ambassadors')
