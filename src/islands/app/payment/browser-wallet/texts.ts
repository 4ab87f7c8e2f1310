import type browserWallet from '#locales/en/browser-wallet.json'
import { texts } from '../../core/texts/texts.ts'
import type { BrowserWallet } from './wallet.ts'

export const m = texts<typeof browserWallet>('browser-wallet')

export const walletName = ({ name }: Pick<BrowserWallet, 'name'>): string => name ?? m('unnamed')
