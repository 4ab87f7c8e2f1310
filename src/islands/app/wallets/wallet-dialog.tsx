import { useState } from 'react'
import type { Wallet } from '#lib/contract/wallets.ts'
import * as icons from '#lib/illustration/icons.ts'
import type { Coin } from '#lib/money/coins.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { useT } from '../core/texts/i18n.ts'
import { m } from '../core/texts/money.ts'
import { PaymentGate, useGateTitle } from '../payment-password/index.ts'
import { WalletForm } from './wallet-form.tsx'

interface WalletDialogProps {
  wallet?: Wallet
  /** Preselected coin of a new wallet. */
  coin?: Coin
}

/** A button with the dialog that adds an address, or edits its own. */
export function WalletDialog({ wallet, coin }: WalletDialogProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const name = m(wallet ? 'wallets.edit' : 'wallets.add')
  const title = useGateTitle(name)
  return (
    <>
      <button
        type="button"
        className={`btn btn-sm ${wallet || coin ? 'btn-line' : 'btn-primary'}`}
        onClick={() => setOpen(true)}
      >
        <Icon path={wallet ? icons.pencil : icons.plus} className="size-4" />
        {name}
        {wallet && <bdi className="sr-only">{wallet.addressName}</bdi>}
        {coin && <span className="sr-only">{coin}</span>}
      </button>
      <Dialog open={open} onClose={close} title={title} closeLabel={t('close')}>
        <PaymentGate>
          <WalletForm {...(wallet && { wallet })} {...(coin && { coin })} onDone={close} />
        </PaymentGate>
      </Dialog>
    </>
  )
}
