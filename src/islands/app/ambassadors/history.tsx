import { useStore } from '@nanostores/react'
import type { AmbassadorInfo, AmbassadorProfit } from '#lib/contract/ambassadors.ts'
import { Empty } from '#ui/empty.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { type Column, DataList } from '../core/lists/data-list.tsx'
import { PagedRows } from '../core/lists/paged-rows.tsx'
import { useAmounts } from '../core/texts/amounts.ts'
import { reasonText } from '../core/texts/reason-text.ts'
import { $page, $profits, goTo, SIZE, sortedBy } from './store.ts'
import { m } from './texts.ts'

const columns = (amount: (text: string) => string): Column<AmbassadorProfit>[] => [
  {
    key: 'day',
    header: m('profits.day'),
    role: 'title',
    cell: ({ day }) => (
      <span className="num" translate="no">
        {day}
      </span>
    ),
  },
  {
    key: 'level',
    header: m('profits.level'),
    role: 'plain',
    cell: ({ level }) => `Lv.${level}`,
  },
  { key: 'tier', header: m('profits.tier'), cell: ({ tier }) => tier },
  {
    key: 'share',
    header: m('profits.share'),
    role: 'plain',
    cell: ({ percent, base, currencyCode }) => m('profits.of', { percent, base: `${amount(base)} ${currencyCode}` }),
  },
  {
    key: 'amount',
    header: m('profits.amount'),
    align: 'end',
    role: 'value',
    cell: (one) => `${amount(one.amount)} ${one.currencyCode}`,
  },
]

/** The shares of each day, by invite level, newest first. */
export function Profits() {
  const page = useStore($page)
  const { coin } = useAmounts()
  return (
    <div className="border-t border-line">
      <h3 className="title text-base px-5 lg:px-6 pt-5 pb-3">{m('profits.title')}</h3>
      <PagedRows
        store={$profits}
        of="profits"
        page={page}
        size={SIZE}
        grows={false}
        totalOf={({ total }) => total}
        onPage={goTo}
        className="border-t border-line px-5 lg:px-6 py-3"
        skeleton={<RowsSkeleton rows={SIZE} />}
      >
        {({ records, total, sums }) =>
          total === 0 ? (
            <Empty title={m('profits.empty')} text={m('profits.emptyText')} />
          ) : (
            <>
              <p className="px-5 lg:px-6 pb-3 text-sm text-muted num whitespace-normal">
                {m('profits.total', {
                  amounts: sums
                    .map(({ currencyCode, amount }) => `${coin(amount)} ${currencyCode}`)
                    .join(m('profits.comma')),
                })}
              </p>
              <DataList
                name="profits"
                caption={m('profits.title')}
                columns={columns(coin)}
                rows={records}
                rowKey={({ day, currencyCode, tier }) => `${day}/${currencyCode}/${tier}`}
                listTotal={total}
                sortedBy={sortedBy}
              />
            </>
          )
        }
      </PagedRows>
    </div>
  )
}

/** Every change of the level, newest first. */
export function Changes({ history }: { history: AmbassadorInfo['history'] }) {
  const name = (level: number) => (level === 0 ? m('history.none') : `Lv.${level}`)
  return (
    <div className="border-t border-line p-5 lg:p-6">
      <h3 className="title text-base mb-2">{m('history.title')}</h3>
      <ul className="rule text-sm">
        {history.map(({ day, before, after, cause, ...why }) => (
          <li key={`${day}/${cause}/${after}`} className="py-2.5 flex flex-wrap gap-x-4 gap-y-1">
            <span className="num text-muted" translate="no">
              {day}
            </span>
            <span className="font-medium">
              {m(before === 0 ? 'history.first' : 'history.step', { before: name(before), after: name(after) })}
            </span>
            <span className="text-muted">
              {m(`history.${cause}`)}
              {why.reason && ` (${reasonText(why)})`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
