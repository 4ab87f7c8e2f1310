import { useStore } from '@nanostores/react'
import { lazy } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { DialogButton } from '#ui/dialog-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { walletsOn } from './found.ts'
import type { PaymentSource, WalletPayment } from './payment.ts'
import { SentTransfer } from './sent-transfer.tsx'
import { m } from './texts.ts'
import { $transfers, openTransfer } from './transfers.ts'

const WalletDialog = lazy(() => import('./wallet-dialog.tsx').then(({ WalletDialog }) => ({ default: WalletDialog })))

/** Where a wallet of this browser can pay: the button, and the transfer that one was asked for. */
export function WalletButton({ source }: { source: PaymentSource }) {
  const payment = useStore(source.$payment)
  return payment ? <Button payment={payment} source={source} /> : null
}

function Button({ payment, source }: { payment: WalletPayment; source: PaymentSource }) {
  const wallets = useStore(walletsOn(payment.network))
  const before = openTransfer(useStore($transfers), payment)
  return (
    <>
      {before && <SentTransfer transfer={before} network={payment.network} />}
      {wallets.length > 0 && (
        <DialogButton
          className="btn btn-line h-12"
          dialog={({ open, onClose }) => open && <WalletDialog source={source} onClose={onClose} />}
        >
          <Icon path={icons.wallet} className="size-5" />
          {m('pay')}
        </DialogButton>
      )}
    </>
  )
}
