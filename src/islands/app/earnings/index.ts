import { lazy } from 'react'

/** Exports for other features. */
export { BalancePanel } from './balance.tsx'
export { HomeChart } from './home-chart.tsx'
export { SettlementTimeline } from './timeline.tsx'

/** Loaded when first drawn: it is below the first view. */
export const RecentEarnings = lazy(() => import('./recent.tsx').then((all) => ({ default: all.RecentEarnings })))
