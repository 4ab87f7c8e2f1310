/** Exports for other features. */
export { WalletForm } from './wallet-form.tsx'
