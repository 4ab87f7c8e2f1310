import { lazy } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import type { Coin } from '#lib/money/coins.ts'
import { DialogButton } from '#ui/dialog-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useT } from '../core/texts/i18n.ts'

const WithdrawDialog = lazy(() => import('./dialog.tsx').then((module) => ({ default: module.WithdrawDialog })))

interface WithdrawButtonProps {
  coin?: Coin
  /** The initial wallet of the coin. */
  walletId?: string
  className?: string
}

/** "Withdraw" with its dialog, on every screen that shows a balance. */
export function WithdrawButton({ className = 'btn btn-primary', ...initial }: WithdrawButtonProps) {
  const t = useT()
  return (
    <DialogButton className={className} dialog={(state) => <WithdrawDialog {...initial} {...state} />}>
      <Icon path={icons.arrowUpRight} className="size-4" />
      {t('balance.withdraw')}
      {initial.coin && <span className="sr-only">{initial.coin}</span>}
    </DialogButton>
  )
}
