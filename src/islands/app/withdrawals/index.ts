/** What other features may use of withdrawals. */
export { WithdrawButton } from './withdraw-button.tsx'
