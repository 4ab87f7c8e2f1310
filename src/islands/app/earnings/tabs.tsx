import { AreaTabs } from '../core/routing/area-tabs.tsx'
import { m } from '../core/texts/money.ts'

/** Earnings and what becomes of them. */
export const EarningsTabs = () => (
  <AreaTabs
    label={m('tabs.label')}
    tabs={[
      ['pcEarnings', '/user/earnings/pc-earnings', m('tabs.pcEarnings')],
      ['cloudEarnings', '/user/earnings/cloud-earnings', m('tabs.cloudEarnings')],
      ['pointsEarnings', '/user/earnings/points-earnings', m('tabs.pointsEarnings')],
      ['withdrawals', '/user/earnings/withdrawals', m('tabs.withdrawals')],
    ]}
  />
)
