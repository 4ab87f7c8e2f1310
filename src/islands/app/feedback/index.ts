export { ReportPane } from './pane.tsx'
export { ReportsPanel } from './panel.tsx'
