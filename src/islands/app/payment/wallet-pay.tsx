import { lazy, Suspense } from 'react'
import { Boundary } from '#ui/boundary.tsx'
import type { PaymentSource } from './browser-wallet/payment.ts'

const WalletButton = lazy(() =>
  import('./browser-wallet/wallet-button.tsx').then(({ WalletButton }) => ({ default: WalletButton })),
)

/** "Pay with a browser wallet", where one is present; nothing before its code is there, and nothing where it fails. */
export const WalletPay = ({ source }: { source: PaymentSource }) => (
  <Boundary>
    <Suspense>
      <WalletButton source={source} />
    </Suspense>
  </Boundary>
)
