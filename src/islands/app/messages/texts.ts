import type messages from '#locales/en/messages.json'
import { texts } from '../core/texts/texts.ts'

export const m = texts<typeof messages>('messages')
