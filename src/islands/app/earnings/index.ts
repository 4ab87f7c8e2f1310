/** What other features may use of earnings. */
export { BalancePanel } from './balance.tsx'
export { HomeChart } from './home-chart.tsx'
export { $earnings } from './store.ts'
export { SettlementTimeline } from './timeline.tsx'
