import type feedback from '#locales/en/feedback.json'
import { texts } from '../core/texts/texts.ts'

export const m = texts<typeof feedback>('feedback')
