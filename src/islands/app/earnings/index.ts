import { lazy } from 'react'

/** What other features may use of earnings. */
export { BalancePanel } from './balance.tsx'
export { HomeChart } from './home-chart.tsx'
export { SettlementTimeline } from './timeline.tsx'

/** Comes when it is first drawn: it stands below what a visit reads first. */
export const RecentEarnings = lazy(() => import('./recent.tsx').then((all) => ({ default: all.RecentEarnings })))
