import { useStore } from '@nanostores/react'
import type { Recharge } from '#lib/contract/balance.ts'
import { toUnits } from '#lib/money/coins.ts'
import { formatMoney } from '#lib/text/decimal.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { Empty } from '#ui/empty.tsx'
import { useHasLoaded } from '../core/calls/load-state.tsx'
import { Parts } from '../core/calls/part.tsx'
import { type Column, DataList } from '../core/lists/data-list.tsx'
import { PagedList } from '../core/lists/paged-list.tsx'
import { BalanceHead } from './head.tsx'
import { fileName, History } from './history.tsx'
import { RechargePayment } from './payment.tsx'
import { BalanceProof } from './proof.tsx'
import { RechargePanel } from './recharge-form.tsx'
import { RechargeStatus } from './status.tsx'
import { $networks, $open, $overview, recharges } from './store.ts'
import { m } from './texts.ts'
import { Threshold } from './threshold.tsx'

/** USDT recharges, for orders and rentals. */
export function RechargeScreen() {
  const hasLoaded = useHasLoaded($overview)
  return (
    <Parts>
      <BalanceHead />
      {hasLoaded && <Recharging />}
    </Parts>
  )
}

function Recharging() {
  const open = useStore($open)
  const hasLoaded = useHasLoaded($networks)
  return (
    <>
      <Parts className={`xl:grid-cols-12 ${open ? 'items-start' : ''}`}>
        <div className="xl:col-span-8 grid grid-cols-[minmax(0,1fr)]">
          {open ? <RechargePayment /> : <RechargePanel />}
        </div>
        <div className="xl:col-span-4 grid grid-cols-[minmax(0,1fr)]">{hasLoaded && <Threshold />}</div>
      </Parts>
      {hasLoaded && <RechargeHistory />}
      {hasLoaded && <BalanceProof />}
    </>
  )
}

function RechargeHistory() {
  const { data } = useStore(recharges.$list)
  const save = () =>
    recharges.saveAll({
      name: fileName('idleforge-recharges', recharges.$filter.get()),
      head: [
        m('list.time'),
        m('form.network'),
        m('list.amount'),
        m('list.credited'),
        m('list.state'),
        m('pay.address'),
        m('list.transaction'),
      ],
      row: ({ time, deposit, credited, state }) => [
        utcDateTime(time),
        networkOf(deposit),
        { number: deposit.amount },
        { number: credited },
        m(`status.${state}`),
        deposit.address,
        deposit.transactionId ?? '',
      ],
    })
  return (
    <History
      id="recharges"
      title={m('list.title')}
      list={recharges}
      total={data?.total}
      save={save}
      empty={<Empty title={m('list.empty')} text={m('list.emptyText')} />}
    >
      {(empty) => (
        <PagedList list={recharges} rows={3} empty={empty}>
          {({ records, total }) => <Recharges rows={records} total={total} />}
        </PagedList>
      )}
    </History>
  )
}

const networkOf = ({ isTest, networkName }: Recharge['deposit']): string => (isTest ? m('form.test') : networkName)

/** Opens its payment, further up on the screen. */
function show(id: string): void {
  $open.set(id)
  window.scrollTo({ top: 0 })
}

function Recharges({ rows, total }: { rows: readonly Recharge[]; total: number }) {
  const columns: Column<Recharge>[] = [
    {
      key: 'time',
      header: m('list.time'),
      role: 'title',
      cell: ({ time }) => (
        <span className="num" translate="no" title={m('yourTime', { time: localDateTime(time) })}>
          {utcDateTime(time)}
        </span>
      ),
    },
    {
      key: 'network',
      header: m('form.network'),
      role: 'plain',
      sort: ({ deposit }) => networkOf(deposit),
      cell: ({ deposit }) => networkOf(deposit),
    },
    {
      key: 'amount',
      header: m('list.amount'),
      align: 'end',
      role: 'value',
      cell: ({ deposit }) => usdt(deposit.amount),
    },
    {
      key: 'credited',
      header: m('list.credited'),
      align: 'end',
      sort: ({ credited }) => toUnits(credited, 'USDT'),
      cell: ({ credited }) => usdt(credited),
    },
    {
      key: 'state',
      header: m('list.state'),
      role: 'status',
      sort: ({ state }) => m(`status.${state}`),
      cell: ({ state }) => <RechargeStatus state={state} />,
    },
    {
      key: 'open',
      header: m('list.open'),
      role: 'action',
      cell: ({ _id, state }) => (
        <button type="button" className="btn btn-line btn-sm" onClick={() => show(_id)}>
          {m(state === 'waiting' ? 'list.pay' : 'list.open')}
        </button>
      ),
    },
  ]
  return (
    <DataList
      name="recharges"
      caption={m('list.title')}
      columns={columns}
      rows={rows}
      rowKey={({ _id }) => _id}
      listTotal={total}
      sortedBy={recharges.sortedBy}
    />
  )
}

const usdt = (amount: string): string => `${formatMoney(amount)} USDT`
