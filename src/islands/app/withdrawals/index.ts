import { lazy } from 'react'

/** Exports for other features. */
export { WithdrawButton } from './withdraw-button.tsx'

/** Loaded when first drawn: it is below the first view. */
export const RecentWithdrawals = lazy(() => import('./recent.tsx').then((all) => ({ default: all.RecentWithdrawals })))
