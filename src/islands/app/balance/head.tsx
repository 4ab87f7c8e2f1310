import { useStore } from '@nanostores/react'
import { fromUnits, toUnits } from '#lib/money/coins.ts'
import { formatMoney, truncate } from '#lib/text/decimal.ts'
import { Fit } from '#ui/fit.tsx'
import { LinesSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { AreaTabs } from '../core/routing/area-tabs.tsx'
import { $overview } from './store.ts'
import { m } from './texts.ts'

/** The tabs of the balance, and its current amount, incoming and outgoing. */
export function BalanceHead() {
  return (
    <>
      <AreaTabs
        label={m('tabs.label')}
        tabs={[
          ['recharge', '/user/balance/recharge', m('tabs.recharge')],
          ['consumption', '/user/balance/consumption', m('tabs.consumption')],
        ]}
      />
      <Overview />
    </>
  )
}

/** Spent amount, computed from the other amounts as displayed, so that neighbouring figures add up. */
function spentOf(recharged: string, balance: string): string {
  const shown = (amount: string) => toUnits(truncate(amount, 2), 'USDT')
  return fromUnits(shown(recharged) - shown(balance), 'USDT')
}

function Overview() {
  const isLow = useStore($overview).data?.isLow === true
  return (
    <section aria-label={m('overview.label')} className="border border-line rounded-box overflow-hidden bg-base-100">
      <Loaded store={$overview} skeleton={<LinesSkeleton lines={2} />}>
        {({ balance, recharged, threshold }) => (
          <div className="grid grid-cols-2 lg:grid-cols-4 gap-px bg-line">
            <Figure label={m('overview.balance')} amount={balance} note={isLow ? m('overview.low') : undefined} />
            <Figure label={m('overview.recharged')} amount={recharged} />
            <Figure label={m('overview.consumed')} amount={spentOf(recharged, balance)} />
            <Figure label={m('overview.threshold')} amount={threshold} />
          </div>
        )}
      </Loaded>
    </section>
  )
}

function Figure({ label, amount, note }: { label: string; amount: string | null; note?: string | undefined }) {
  return (
    <div className="bg-base-100 px-5 py-4">
      <p className="text-xs text-muted">{label}</p>
      <p className="num title text-2xl @container">
        <Fit text={amount === null ? m('overview.off') : formatMoney(amount)} beside="2.75rem" />{' '}
        {amount !== null && <span className="text-sm text-muted font-normal">USDT</span>}
      </p>
      {note && <p className="text-xs text-warning-text">{note}</p>}
    </div>
  )
}
