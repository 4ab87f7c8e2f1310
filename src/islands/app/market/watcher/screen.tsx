import { useStore } from '@nanostores/react'
import type { WatchedOrder } from '#lib/contract/watcher.ts'
import { worthOf } from '#lib/money/worth.ts'
import { formatAmount, groupThousands } from '#lib/text/decimal.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { CoinMark } from '#ui/coin.tsx'
import { Empty } from '#ui/empty.tsx'
import { Segments } from '#ui/segments.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { Parts } from '../../core/calls/part.tsx'
import { type Column, DataList } from '../../core/lists/data-list.tsx'
import { NoMatch } from '../../core/lists/no-match.tsx'
import { PagedRows } from '../../core/lists/paged-rows.tsx'
import { useLanguage } from '../../core/texts/i18n.ts'
import { $line, linesOf } from '../line.ts'
import { extension } from '../orders/outcome.tsx'
import { Summary } from '../summary.tsx'
import { LineTabs } from '../tabs.tsx'
import { m } from '../texts.ts'
import { OutputByDay } from './by-day.tsx'
import { ShareLink } from './share.tsx'
import { $filter, $watched, type Group, groups, SIZE } from './store.ts'

/** State and output of a line's paid orders. */
export function WatcherScreen() {
  const type = useStore($line)
  const filter = useStore($filter)
  return (
    <Parts>
      <LineTabs />
      <Summary />
      <OutputByDay />
      <section className="panel overflow-hidden" aria-labelledby="watched">
        <div className="px-5 lg:px-6 pt-5 pb-4 flex flex-wrap items-center gap-3">
          <h2 id="watched" className="title text-lg flex-1 min-w-40">
            {m('watcher.title')}
          </h2>
          <Segments<Group>
            label={m('watcher.filter')}
            className="max-w-full overflow-x-auto"
            value={filter.group}
            onChange={(group) => $filter.set({ page: 1, group })}
            segments={(Object.keys(groups) as Group[]).map((value) => ({ value, label: m(`watcher.${value}`) }))}
          />
        </div>
        <div className="border-t border-line">
          <PagedRows
            store={$watched}
            of={`${type}/${filter.group}`}
            page={filter.page}
            size={SIZE}
            totalOf={({ total }) => total}
            onPage={(page) => $filter.set({ ...filter, page })}
            className="border-t border-line px-5 lg:px-6 py-3"
            skeleton={<RowsSkeleton rows={4} />}
          >
            {({ list, total }) =>
              list.length === 0 ? <None type={type} group={filter.group} /> : <Running list={list} total={total} />
            }
          </PagedRows>
        </div>
      </section>
      <ShareLink />
    </Parts>
  )
}

function None({ type, group }: { type: 1 | 2; group: Group }) {
  if (group !== 'all') return <NoMatch onClear={() => $filter.set({ page: 1, group: 'all' })} />
  return (
    <Empty
      title={m('watcher.empty')}
      text={m('watcher.emptyText')}
      action={
        <a className="btn btn-primary" href={linesOf[type].market}>
          {m('orders.toMarket')}
        </a>
      }
    />
  )
}

const looks = {
  ready: { tone: 'info', mark: 'half' },
  preparing: { tone: 'info', mark: 'half' },
  running: { tone: 'success', mark: 'on' },
  ended: { tone: 'muted', mark: 'off' },
} as const

function Running({ list, total }: { list: readonly WatchedOrder[]; total: number }) {
  const { locale } = useLanguage()
  const columns: Column<WatchedOrder>[] = [
    {
      key: 'plan',
      header: m('orders.plan'),
      role: 'title',
      sort: ({ currencyCode, hashrate }) => `${currencyCode} ${hashrate}`,
      cell: (one) => (
        <span className="inline-flex items-center gap-2.5">
          <CoinMark symbol={one.currencyCode} small />
          <span>
            <a className="font-semibold link-hover" href={linesOf[one.type].order(one.orderNo)}>
              {groupThousands(one.hashrate)} {one.unit} · {locale === 'zh' ? one.titleZh : one.title}
            </a>
            <span className="block text-xs text-faint code">{one.orderNo}</span>
          </span>
        </span>
      ),
    },
    {
      key: 'status',
      header: m('orders.status'),
      role: 'status',
      sort: ({ run }) => m(`running.${run.runningStatus}`),
      cell: (one) => <State one={one} />,
    },
    {
      key: 'output',
      header: m('watcher.output'),
      align: 'end',
      role: 'value',
      sort: (one) => worthOf(one.output, one.currencyCode),
      cell: (one) => (
        <span>
          {formatAmount(one.output)} {one.currencyCode}
          <span className="block text-xs text-faint">
            {m('watcher.estimatedSoFar', { amount: formatAmount(one.estimatedSoFar) })}
          </span>
        </span>
      ),
    },
    {
      key: 'left',
      header: m('watcher.daysLeft'),
      align: 'end',
      sort: ({ daysLeft }) => daysLeft,
      cell: ({ daysLeft }) => daysLeft,
    },
    {
      key: 'realised',
      header: m('watcher.realised'),
      align: 'end',
      sort: ({ realisedPercent }) => Number(realisedPercent),
      cell: ({ realisedPercent }) => m('watcher.percent', { percent: realisedPercent }),
    },
  ]
  return (
    <DataList
      name="watched"
      caption={m('watcher.title')}
      columns={columns}
      rows={list}
      rowKey={({ orderNo }) => orderNo}
      listTotal={total}
    />
  )
}

function State({ one: { run } }: { one: WatchedOrder }) {
  const time = run.runningStatus === 'ready' || run.runningStatus === 'preparing' ? run.runsFrom : run.endsAt
  const word = time === run.runsFrom ? 'watcher.runsFrom' : 'watcher.endsAt'
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 md:inline-grid md:justify-items-start text-xs text-muted">
      <Status {...looks[run.runningStatus]}>{m(`running.${run.runningStatus}`)}</Status>
      <span className="num whitespace-normal!" title={m('yourTime', { time: localDateTime(time) })}>
        <UnbrokenDates text={m(word, { time: utcDateTime(time) })} />
      </span>
      {run.extended.map(({ day, seconds }) => (
        <span key={day} className="num whitespace-normal!">
          <UnbrokenDates text={m('watcher.extended', { time: extension(seconds), day })} />
        </span>
      ))}
    </span>
  )
}
