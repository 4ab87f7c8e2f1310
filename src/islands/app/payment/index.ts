/** What every screen shows that asks for a payment on chain. */
export { PayCode, PayLine } from './parts.tsx'
