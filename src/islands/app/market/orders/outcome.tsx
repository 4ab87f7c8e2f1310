import { useStore } from '@nanostores/react'
import type { Order } from '#lib/contract/orders.ts'
import { explorerOf } from '#lib/rules/explorers.ts'
import { $isDemo } from '#lib/session/demo.ts'
import { formatMoney } from '#lib/text/decimal.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { NameTransaction } from '../../payment/index.ts'
import { linesOf } from '../line.ts'
import { m } from '../texts.ts'
import { networkName } from './network.ts'
import { isPaidFor } from './paid-for.ts'
import { OrderStatus } from './status.tsx'
import { checkPayment } from './store.ts'
import { titleOf } from './titles.ts'

/** Outcome of an order that no longer waits for a transfer. */
export function Outcome({ order }: { order: Order }) {
  const line = linesOf[order.type]
  return (
    <section className="panel overflow-hidden" aria-labelledby="outcome">
      <div className="p-5 lg:p-6">
        <OrderStatus order={order} />
        <h2 id="outcome" className="title text-2xl mt-3">
          {m(`outcome.${titleOf(order)}`)}
        </h2>
        <p className="text-sm text-muted mt-1">{m(`outcome.${titleOf(order)}Text`)}</p>
        <Exception order={order} />
        <dl className="mt-4 text-sm rule border-t border-line [&>div]:flex [&>div]:flex-wrap [&>div]:justify-between [&>div]:gap-x-4 [&>div]:py-2.5">
          {rowsOf(order).map(({ name, value, title, isCode, href }) => (
            <div key={name} title={title}>
              <dt className="text-muted">{name}</dt>
              <dd className={`text-right ${isCode ? 'code break-all' : 'num whitespace-normal!'}`}>
                {href ? <Outside href={href}>{value}</Outside> : value}
              </dd>
            </div>
          ))}
        </dl>
        {order.orderStatus !== 'paying' && (
          <p className="mt-4">
            <a
              className="btn btn-line"
              href={order.orderStatus === 'success' ? line.watcher : line.confirm(order.planId)}
            >
              {m(order.orderStatus === 'success' ? 'outcome.watch' : 'outcome.again')}
            </a>
          </p>
        )}
      </div>
      {isLate(order) && (
        <NameTransaction
          summary={m('pay.missing')}
          network={order.network}
          named={order.named}
          onName={(id) => checkPayment(order, id)}
        />
      )}
    </section>
  )
}

/** A payment that has not shown up may still arrive: it is credited to the balance. */
const isLate = (order: Order): boolean => order.orderStatus === 'cancel' && order.paymentAddress !== null

/** Demo transactions are on no network. */
function Outside({ href, children }: { href: string; children: string }) {
  if (useStore($isDemo)) return children
  return (
    <a className="link" href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

interface Row {
  name: string
  value: string
  title?: string
  isCode?: boolean
  href?: string
}
const row = (name: string, value: string): Row => ({ name, value })
const code = (name: string, value: string): Row => ({ name, value, isCode: true })
const at = (name: string, time: number): Row => ({
  ...row(name, utcDateTime(time)),
  title: m('yourTime', { time: localDateTime(time) }),
})

/** The transaction in the explorer of its network; the local one has none. */
const pageOf = (network: Order['network'], id: string): Pick<Row, 'href'> =>
  network === 'LOCAL' || network === 'balance' ? {} : { href: explorerOf(network, id) }

/** Payment method and received amounts. */
function paymentOf(order: Order): Row[] {
  const rows = [row(m('order.network'), networkName(order.network))]
  if (order.paymentAddress !== null) rows.push(code(m('order.address'), groupOfFour(order.paymentAddress)))
  if (order.seen !== '0') rows.push(row(m('order.seen'), `${formatMoney(order.seen)} USDT`))
  if (order.orderStatus === 'paying' && order.confirmations !== null && order.confirmations > 0)
    rows.push(
      row(m('order.confirmations'), m('order.confirmationsOf', { done: order.depth, needed: order.confirmations })),
    )
  if (order.refunded !== '0') rows.push(row(m('order.refunded'), `${formatMoney(order.refunded)} USDT`))
  if (order.transactionId !== null)
    rows.push({ ...code(m('order.transaction'), order.transactionId), ...pageOf(order.network, order.transactionId) })
  return rows
}

function rowsOf(order: Order): Row[] {
  const rows = isPaidFor(order) ? paymentOf(order) : []
  if (order.orderStatus === 'cancel')
    return [
      ...rows,
      at(m('order.cancelled'), order.cancelTime),
      row(m('order.reason'), m(`reasons.${order.cancelReason}`)),
    ]
  if (order.orderStatus !== 'success') return rows
  const { run } = order
  return [
    ...rows,
    at(m('order.paid'), order.paymentTime),
    // The heading says it already of a plan that runs or has ended.
    ...(titleOf(order) === run.runningStatus ? [] : [row(m('order.state'), m(`running.${run.runningStatus}`))]),
    at(m('order.runs'), run.runsFrom),
    at(m('order.ends'), run.endsAt),
    ...run.extended.map(({ day, seconds }) => row(m('order.extended', { day }), extension(seconds))),
  ]
}

/** How much longer an order runs, in hours and minutes. */
export const extension = (seconds: number): string =>
  m('order.byTime', { hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60) })

function Exception({ order }: { order: Order }) {
  if (order.exception === 'none') return null
  const values = { credited: formatMoney(order.credited), seen: formatMoney(order.seen) }
  return (
    <p className="mt-3 tone tone-warning border rounded-field p-3.5 text-sm" role="note">
      {m(`exceptions.${order.exception}`, values)}
    </p>
  )
}
