import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { worthText } from '#lib/money/worth.ts'
import { remember, remembered } from '#lib/session/storage.ts'
import { formatAmount, formatMoney } from '#lib/text/decimal.ts'

const KEY = 'hideAmounts'

/** True if amounts are hidden from onlookers. Stored in the browser. */
export const $hidden = atom(remembered(KEY) === '1')

export function toggleHidden(): void {
  const hidden = !$hidden.get()
  $hidden.set(hidden)
  remember(KEY, hidden ? '1' : '0')
}

/** How amounts are written: dots while they are hidden. */
export function useAmounts() {
  const hidden = useStore($hidden)
  return {
    hidden,
    /** A coin's amount, 4 decimals cut off. */
    coin: (amount: string): string => (hidden ? '••••' : formatAmount(amount)),
    /** An estimated worth in 10^-8 USDT, 2 decimals cut off. */
    usdt: (worth: bigint): string => (hidden ? '••••' : formatMoney(worthText(worth))),
  }
}
