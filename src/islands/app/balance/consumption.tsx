import { useStore } from '@nanostores/react'
import type { Consumption } from '#lib/contract/balance.ts'
import { formatMoney, withMinus } from '#lib/text/decimal.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { Empty } from '#ui/empty.tsx'
import { useHasLoaded } from '../core/calls/load-state.tsx'
import { Parts } from '../core/calls/part.tsx'
import { type Column, DataList } from '../core/lists/data-list.tsx'
import { GrowingList } from '../core/lists/growing-list.tsx'
import { useLanguage } from '../core/texts/i18n.ts'
import { linesOf } from '../market/index.ts'
import { consumption } from './consumption-store.ts'
import { BalanceHead } from './head.tsx'
import { fileName, History } from './history.tsx'
import { $overview } from './store.ts'
import { m } from './texts.ts'

/** Spending from the balance, and refunds. */
export function ConsumptionScreen() {
  const hasLoaded = useHasLoaded($overview)
  return (
    <Parts>
      <BalanceHead />
      {hasLoaded && <Spent />}
    </Parts>
  )
}

function Spent() {
  const { data } = useStore(consumption.$newest)
  const save = () =>
    consumption.saveAll({
      name: fileName('idleforge-consumption', consumption.$filter.get()),
      head: [m('list.time'), m('spent.kind'), m('kinds.order'), m('kinds.rental'), `${m('list.amount')}, USDT`],
      row: ({ time, kind, order, rental, amount }) => [
        utcDateTime(time),
        m(`kinds.${kind}`),
        order?.orderNo ?? '',
        rental ? `${machineOf(rental)} (${rental.id})` : '',
        { number: amount },
      ],
    })
  return (
    <History
      id="spent"
      title={m('spent.title')}
      list={consumption}
      total={data?.total}
      save={save}
      empty={<NothingSpent />}
    >
      {(empty) => (
        <GrowingList list={consumption} rows={3} empty={empty}>
          {(records) => (
            <DataList
              name="spending"
              caption={m('spent.title')}
              columns={columns()}
              rows={records}
              rowKey={({ _id }) => _id}
              listTotal={data?.total}
              sortedBy={consumption.sortedBy}
            />
          )}
        </GrowingList>
      )}
    </History>
  )
}

function NothingSpent() {
  return (
    <Empty
      title={m('spent.empty')}
      text={m('spent.emptyText')}
      action={
        <a className="btn btn-primary" href="/user/balance/recharge">
          {m('spent.recharge')}
        </a>
      }
    />
  )
}

const machineOf = ({ model, count }: NonNullable<Consumption['rental']>): string =>
  count > 1 ? `${count} × ${model}` : model

/** Purpose of an entry: links to the order, or to the user's rentals. */
function For({ kind, order, rental }: Consumption) {
  const { locale } = useLanguage()
  if (!order && !rental) return m(`kinds.${kind}`)
  return (
    <>
      {m(`kinds.${kind}`)} ·{' '}
      {order && (
        <a className="link" href={linesOf[order.type].order(order.orderNo)}>
          {locale === 'zh' ? order.titleZh : order.title}
        </a>
      )}
      {rental && (
        <a className="link" href="/user/gpu/my-gpu" title={rental.id}>
          {machineOf(rental)}
        </a>
      )}
    </>
  )
}

const columns = (): Column<Consumption>[] => [
  {
    key: 'kind',
    header: m('spent.kind'),
    role: 'title',
    sort: ({ kind }) => m(`kinds.${kind}`),
    cell: (row) => <For {...row} />,
  },
  {
    key: 'time',
    header: m('list.time'),
    role: 'plain',
    cell: ({ time }) => (
      <span className="num" translate="no" title={m('yourTime', { time: localDateTime(time) })}>
        {utcDateTime(time)}
      </span>
    ),
  },
  {
    key: 'amount',
    header: m('list.amount'),
    align: 'end',
    role: 'value',
    cell: ({ amount }) => `${withMinus(formatMoney(amount))} USDT`,
  },
]
