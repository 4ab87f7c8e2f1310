import { lazy, Suspense, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import type { Coin } from '#lib/money/coins.ts'
import { Icon } from '#ui/icon.tsx'
import { useT } from '../core/texts/i18n.ts'

/** Loaded on first use: no screen waits for it. */
const WithdrawDialog = lazy(() => import('./dialog.tsx').then((module) => ({ default: module.WithdrawDialog })))

/** "Withdraw" with its dialog, on every screen that shows a balance. */
export function WithdrawButton({ coin, className = 'btn btn-primary' }: { coin?: Coin; className?: string }) {
  const t = useT()
  const [opened, setOpened] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        <Icon path={icons.arrowUpRight} className="size-4" />
        {t('balance.withdraw')}
        {coin && <span className="sr-only">{coin}</span>}
      </button>
      {opened && (
        <Suspense>
          <WithdrawDialog {...(coin && { coin })} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
