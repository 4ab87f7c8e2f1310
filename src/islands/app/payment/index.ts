/** Components of every screen with a payment on chain. */

export { leftToSend } from './left-to-send.ts'
export { NameTransaction } from './name-transaction.tsx'
export { PayCode, PayLine } from './parts.tsx'
