/** What other features may use of wallets. */
export { WalletForm } from './wallet-form.tsx'
