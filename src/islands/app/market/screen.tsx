import { useStore } from '@nanostores/react'
import * as icons from '#lib/illustration/icons.ts'
import { Empty } from '#ui/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { Segments } from '#ui/segments.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { Parts } from '../core/calls/part.tsx'
import { NoMatch } from '../core/lists/no-match.tsx'
import { $filter, chosenPlans, coinsOf, type Sale, sales } from './choice.ts'
import { CompareBar } from './compare.tsx'
import { PlanCard } from './plan-card.tsx'
import { LineQuestions } from './questions.tsx'
import { Rates } from './rates.tsx'
import { $plans } from './store.ts'
import { Summary } from './summary.tsx'
import { LineTabs } from './tabs.tsx'
import { m } from './texts.ts'

/** The plans of a line. */
export function MarketScreen() {
  return (
    <Parts>
      <LineTabs />
      <Summary />
      <Loaded store={$plans} skeleton={<RowsSkeleton rows={6} height="h-40" />}>
        {({ list }) => (
          <>
            {list.length === 0 ? (
              <section className="panel">
                <Empty title={m('none.title')} text={m('none.text')} />
              </section>
            ) : (
              <Plans list={list} />
            )}
            <p className="text-sm text-muted max-w-[40em]">{m('promise')}</p>
            {list.length > 0 && <Rates />}
            <LineQuestions />
          </>
        )}
      </Loaded>
    </Parts>
  )
}

function Plans({ list }: { list: Parameters<typeof chosenPlans>[0] }) {
  const filter = useStore($filter)
  const chosen = chosenPlans(list, filter)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Segments
          label={m('filter.coin')}
          value={filter.coin}
          onChange={(coin) => $filter.set({ ...filter, coin })}
          segments={[
            { value: 'all', label: m('filter.allCoins') },
            ...coinsOf(list).map((coin) => ({ value: coin, label: coin })),
          ]}
        />
        <Segments<Sale>
          label={m('filter.sale')}
          className="max-w-full overflow-x-auto"
          value={filter.sale}
          onChange={(sale) => $filter.set({ ...filter, sale })}
          segments={sales.map((value) => ({ value, label: m(`filter.${value}`) }))}
        />
        <button
          type="button"
          className="btn btn-line sm:ml-auto"
          onClick={() => $filter.set({ ...filter, cheapest: !filter.cheapest })}
        >
          <Icon path={icons.chevronsUpDown} className="size-4" />
          {m(filter.cheapest ? 'filter.cheapest' : 'filter.dearest')}
        </button>
      </div>
      {chosen.length === 0 ? (
        <section className="panel">
          <NoMatch onClear={() => $filter.set({ ...filter, coin: 'all', sale: 'all' })} />
        </section>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] md:grid-cols-2 xl:grid-cols-3 gap-4">
          {chosen.map((plan) => (
            <PlanCard key={plan.id} plan={plan} />
          ))}
        </ul>
      )}
      <CompareBar plans={list} />
    </>
  )
}
