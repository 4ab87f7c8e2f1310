import type account from '#locales/en/account.json'
import { texts } from '../core/texts/texts.ts'

export const a = texts<typeof account>('account')
