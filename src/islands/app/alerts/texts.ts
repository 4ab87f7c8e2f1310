import type alerts from '#locales/en/alerts.json'
import { texts } from '../core/texts/texts.ts'

export const m = texts<typeof alerts>('alerts')
