import { lazy } from 'react'

/** What other features may use of withdrawals. */
export { WithdrawButton } from './withdraw-button.tsx'

/** Comes when it is first drawn: it stands below what a visit reads first. */
export const RecentWithdrawals = lazy(() => import('./recent.tsx').then((all) => ({ default: all.RecentWithdrawals })))
