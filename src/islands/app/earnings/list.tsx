import { useStore } from '@nanostores/react'
import type { Earning, earningList } from '#lib/contract/earning-list.ts'
import { earningType } from '#lib/contract/earnings.ts'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import { withdrawableCoins } from '#lib/money/coins.ts'
import { Empty } from '#ui/empty.tsx'
import { useWide } from '#ui/media.ts'
import { Segments } from '#ui/segments.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { DataList } from '../core/lists/data-list.tsx'
import { ExportButton } from '../core/lists/export-button.tsx'
import { NoMatch } from '../core/lists/no-match.tsx'
import { PagedList } from '../core/lists/paged-list.tsx'
import { useAmounts } from '../core/texts/amounts.ts'
import { useT } from '../core/texts/i18n.ts'
import { m } from '../core/texts/money.ts'
import { narrowColumns, statusWord, typeWord, wideColumns } from './list-columns.tsx'
import { $list, list, saveList } from './list-store.ts'
import { sourceText } from './source.tsx'

const types = Object.values(earningType)
const csvColumns = ['day', 'coin', 'amount', 'type', 'source', 'status', 'settledAt', 'releaseAt'] as const

interface EarningListProps extends RowsProps {
  title: string
  hasTypes?: boolean
}

/** Single earnings with their filters, and all of them as a file. */
export function EarningList({ title, hasTypes = false, all }: EarningListProps) {
  const filter = useStore(list.$filter)
  const total = useStore($list).data?.total
  const head = csvColumns.map((name) => m(`csv.${name}`))
  const save = () => saveList({ head, status: statusWord, type: typeWord, source: sourceText })
  return (
    <section className="panel overflow-hidden" aria-labelledby="details">
      <div className="px-5 lg:px-6 pt-5 pb-4 flex flex-wrap items-center gap-3">
        {/* On a phone the file is offered beside the title, above the filters. */}
        <h2 id="details" className="title text-lg flex-1 min-w-40">
          {title}
        </h2>
        {hasTypes && <TypeChoice />}
        <CoinSelect />
        <Segments
          className="order-3 sm:order-none max-sm:w-full seg-even"
          label={m('status.filter')}
          value={filter?.status ?? 'any'}
          onChange={(status) => list.change({ status })}
          segments={(['any', 'frozen', 'withdrawable'] as const).map((value) => ({
            value,
            label: m(`status.${value}`),
          }))}
        />
        <ExportButton save={save} disabled={!total} />
      </div>
      <Rows all={all} />
    </section>
  )
}

/** PC, cloud or ambassador earnings, or all of them. */
function TypeChoice() {
  const type = useStore(list.$filter)?.type
  return (
    <Segments
      className="order-3 sm:order-none max-sm:w-full seg-even"
      label={m('csv.type')}
      value={String(type)}
      onChange={(value) => list.change({ type: types.find((one) => String(one) === value) })}
      segments={[undefined, ...types].map((one) => ({
        value: String(one),
        label: one === undefined ? m('type.any') : typeWord(one),
      }))}
    />
  )
}

function CoinSelect() {
  const coin = useStore(list.$filter)?.coin
  return (
    <select
      className="select h-9 w-full sm:w-auto min-w-32 order-3 sm:order-none"
      aria-label={m('coinFilter')}
      value={coin ?? ''}
      onChange={({ currentTarget: { value } }) => list.change({ coin: withdrawableCoins.find((one) => one === value) })}
    >
      <option value="">{m('allCoins')}</option>
      {withdrawableCoins.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  )
}

function None() {
  const filter = useStore(list.$filter)
  if (filter?.coin || (filter && filter.status !== 'any'))
    return <NoMatch onClear={() => list.change({ coin: undefined, status: 'any' })} />
  const title = m(filter?.from || filter?.to ? 'details.emptyDays' : 'details.empty')
  return <Empty title={title} text={m('details.emptyText')} />
}

interface RowsProps {
  /** Address of the whole list, where a phone shows its beginning only. */
  all?: string | undefined
}

/** Rows that a phone shows of a list that has a screen of its own. */
const BEGINNING = 5

function Rows({ all }: RowsProps) {
  const amounts = useAmounts()
  const isWide = useWide()
  const filter = useStore(list.$filter)
  const [isOfOneType, isOfOneCoin] = [filter?.type !== undefined, filter?.coin !== undefined]
  const columns = (isWide ? wideColumns : narrowColumns)(amounts.coin, { isOfOneType, isOfOneCoin })
  const table = (records: readonly Earning[], total: number) => (
    <DataList
      name="earnings"
      caption={m('details.title')}
      columns={columns}
      rows={records}
      rowKey={({ _id }) => _id}
      listTotal={total}
      sortedBy={list.sortedBy}
    />
  )
  if (all !== undefined && !isWide)
    return (
      <div className="border-t border-line">
        <Loaded store={$list} skeleton={<RowsSkeleton rows={BEGINNING} />}>
          {({ records, total, sums }) =>
            total === 0 ? (
              <None />
            ) : (
              <>
                <Sums sums={sums} />
                {table(records.slice(0, BEGINNING), total)}
                <p className="border-t border-line px-5 py-3 flex flex-wrap items-center justify-center gap-3 text-sm">
                  <Shown shown={Math.min(BEGINNING, total)} total={total} />
                  <a className="btn btn-line btn-sm" href={all}>
                    {m('detail.all')}
                  </a>
                </p>
              </>
            )
          }
        </Loaded>
      </div>
    )
  return (
    <div className="border-t border-line">
      <PagedList list={list} empty={<None />}>
        {({ records, total, sums }) => (
          <>
            <Sums sums={sums} />
            {table(records, total)}
          </>
        )}
      </PagedList>
    </div>
  )
}

function Shown({ shown, total }: { shown: number; total: number }) {
  const t = useT()
  return <span className="text-muted num">{t('pager.shown', { shown, total })}</span>
}

/** The total of what the filter selects. */
function Sums({ sums }: { sums: ReplyOf<typeof earningList>['sums'] }) {
  const amounts = useAmounts()
  return (
    <p className="px-5 lg:px-6 py-3 border-b border-line text-sm flex flex-wrap gap-x-4 gap-y-1">
      <span className="text-muted">{m('details.sum')}</span>
      {sums.map(({ currencyCode, amount }) => (
        <span key={currencyCode} className="num" translate="no">
          <span className="font-semibold">{amounts.coin(amount)}</span>{' '}
          <span className="text-xs text-muted">{currencyCode}</span>
        </span>
      ))}
    </p>
  )
}
