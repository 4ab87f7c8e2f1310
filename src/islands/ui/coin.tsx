import type { CSSProperties } from 'react'
import { coinColor } from '#lib/text/coin-color.ts'

/** A coin's mark: its colour and first letter. The symbol is always written beside it. */
export function CoinMark({ symbol, small = false }: { symbol: string; small?: boolean }) {
  return (
    <span
      className={small ? 'coin coin-sm' : 'coin'}
      style={{ '--c': coinColor(symbol) } as CSSProperties}
      aria-hidden="true"
    >
      {symbol.slice(0, 1).toUpperCase()}
    </span>
  )
}
