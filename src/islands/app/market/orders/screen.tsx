import { useStore } from '@nanostores/react'
import type { Order } from '#lib/contract/orders.ts'
import { formatCount, formatMoney, groupThousands } from '#lib/text/decimal.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { CoinMark } from '#ui/coin.tsx'
import { Empty } from '#ui/empty.tsx'
import { Segments } from '#ui/segments.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Parts } from '../../core/calls/part.tsx'
import { type Column, DataList } from '../../core/lists/data-list.tsx'
import { NoMatch } from '../../core/lists/no-match.tsx'
import { PagedRows } from '../../core/lists/paged-rows.tsx'
import { useLanguage } from '../../core/texts/i18n.ts'
import { $line, linesOf } from '../line.ts'
import { $counts } from '../store.ts'
import { Summary } from '../summary.tsx'
import { LineTabs } from '../tabs.tsx'
import { m } from '../texts.ts'
import { OrderStatus } from './status.tsx'
import { $group, $orders, $page, chooseGroup, type Group, goTo, SIZE, sortedBy } from './store.ts'

const groups = ['all', 'pending', 'paying', 'success', 'cancel'] as const

/** Orders of a line by state. */
export function OrdersScreen() {
  const type = useStore($line)
  const group = useStore($group)
  const page = useStore($page)
  const counts = useStore($counts).data?.lines.find((line) => line.type === type)
  const countOf = (group: Group) => (counts ? counts[group === 'all' ? 'total' : group] : 'coming')
  return (
    <Parts>
      <LineTabs />
      <Summary />
      <section className="panel overflow-hidden" aria-labelledby="orders">
        <div className="px-5 lg:px-6 pt-5 pb-4 flex flex-wrap items-center gap-3">
          <h2 id="orders" className="title text-lg flex-1 min-w-40">
            {m('orders.title')}
          </h2>
          <Segments<Group>
            label={m('orders.filter')}
            className="max-w-full overflow-x-auto max-sm:w-full max-sm:seg-even max-sm:[&>button]:px-1 max-sm:[&>button]:gap-1 max-sm:[&>button]:text-xs"
            value={group}
            onChange={chooseGroup}
            segments={groups.map((value) => ({ value, label: m(`orders.${value}`), count: countOf(value) }))}
          />
        </div>
        <div className="border-t border-line">
          <PagedRows
            store={$orders}
            of={`${type}/${group}`}
            page={page}
            size={SIZE}
            totalOf={({ total }) => total}
            onPage={goTo}
            className="border-t border-line px-5 lg:px-6 py-3"
            skeleton={<RowsSkeleton rows={5} />}
          >
            {({ list, total }) =>
              list.length === 0 ? <None type={type} group={group} /> : <Orders list={list} total={total} />
            }
          </PagedRows>
        </div>
      </section>
    </Parts>
  )
}

function None({ type, group }: { type: 1 | 2; group: Group }) {
  if (group !== 'all') return <NoMatch onClear={() => chooseGroup('all')} />
  return (
    <Empty
      title={m('orders.empty')}
      text={m('orders.emptyText')}
      action={
        <a className="btn btn-primary" href={linesOf[type].market}>
          {m('orders.toMarket')}
        </a>
      }
    />
  )
}

function Orders({ list, total }: { list: readonly Order[]; total: number }) {
  const { locale } = useLanguage()
  const columns: Column<Order>[] = [
    {
      key: 'plan',
      header: m('orders.plan'),
      role: 'title',
      sort: ({ currencyCode, hashrate }) => `${currencyCode} ${hashrate}`,
      cell: (order) => (
        <span className="inline-flex items-center gap-2.5">
          <CoinMark symbol={order.currencyCode} small />
          <span>
            <a className="font-semibold link-hover" href={linesOf[order.type].order(order.orderNo)}>
              {groupThousands(order.hashrate)} {order.unit} · {locale === 'zh' ? order.titleZh : order.title}
            </a>
            <span className="block text-xs text-faint code">{order.orderNo}</span>
          </span>
        </span>
      ),
    },
    {
      key: 'time',
      header: m('orders.time'),
      role: 'plain',
      cell: ({ orderTime }) => (
        <span className="num" translate="no" title={m('yourTime', { time: localDateTime(orderTime) })}>
          {utcDateTime(orderTime)}
        </span>
      ),
    },
    {
      key: 'units',
      header: m('orders.units'),
      align: 'end',
      cell: ({ quantity }) => formatCount(quantity),
    },
    {
      key: 'amount',
      header: m('orders.amount'),
      align: 'end',
      role: 'value',
      cell: ({ amount }) => `${formatMoney(amount)} USDT`,
    },
    {
      key: 'status',
      header: m('orders.status'),
      role: 'status',
      cell: (order) => <OrderStatus order={order} />,
    },
    {
      key: 'open',
      header: m('orders.open'),
      role: 'action',
      cell: (order) => (
        <a className="btn btn-line btn-sm" href={linesOf[order.type].order(order.orderNo)}>
          {m(order.orderStatus === 'pending' ? 'orders.payNow' : 'orders.open')}
        </a>
      ),
    },
  ]
  return (
    <DataList
      name="orders"
      caption={m('orders.title')}
      columns={columns}
      rows={list}
      rowKey={({ orderNo }) => orderNo}
      listTotal={total}
      sortedBy={sortedBy}
    />
  )
}
