/** Components of every screen with a payment on chain. */

export type { PaymentSource } from './browser-wallet/payment.ts'
export { leftToSend } from './left-to-send.ts'
export { NameTransaction } from './name-transaction.tsx'
export { PayCode, PayLine } from './parts.tsx'
export { PaymentCode } from './payment-code.tsx'
export { WalletPay } from './wallet-pay.tsx'
