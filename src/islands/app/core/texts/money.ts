import type money from '#locales/en/money.json'
import { texts } from './texts.ts'

/** The texts of earnings, wallets, withdrawals and the payment password. */
export const m = texts<typeof money>('money')
