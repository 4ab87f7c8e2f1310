import { groupOfFour } from '#lib/text/shorten.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { approve, refuse } from '#service/money/withdrawals/operator/decide.ts'
import { beginPay, enterTransaction, takePayBack } from '#service/money/withdrawals/operator/pay.ts'
import { type ListedWithdrawal, withdrawals } from '#service/money/withdrawals/operator/withdrawals.ts'
import { actForm, showAct } from '../act-forms.ts'
import { type Html, html, type Part } from '../html.ts'
import { addressOf, facts, htmlTable, link, neighbours, sliceIn, tabs } from '../parts.ts'
import { type ActPlace, SUBJECT } from '../places.ts'
import type { Page, Visit } from '../visit.ts'

const AREA = '/withdrawals'
const lists = ['open', 'credited', 'refused', 'cancelled', 'all'] as const

export async function withdrawalsPage(visit: Visit): Promise<Page> {
  const status = lists.find((one) => one === visit.query.get('status')) ?? 'open'
  const view = await showAct(visit, withdrawals.acts[0], { status, limit: '200', ...sliceIn(visit) })
  return {
    title: 'Withdrawals',
    body: html`${tabs(AREA, 'status', { all: lists, chosen: status })}
${htmlTable(view.table, {
  name: `Withdrawals, ${status}`,
  empty: status === 'open' ? 'No withdrawal is open.' : 'There is none.',
  first: (id) => link(addressOf('withdrawals', id), id),
})}
${neighbours(AREA, view, { status })}
<p>${link('/payouts', 'Payouts: limits, pause, what the paying wallets hold')}</p>`,
  }
}

export async function withdrawalPage(visit: Visit, id: string): Promise<Page | undefined> {
  const { data } = await showAct(visit, withdrawals.acts[0], { word: id })
  const [one] = data as ListedWithdrawal[]
  if (!one) return undefined
  const time = (iso: string) => utcDateTime(Date.parse(iso) / 1000)
  return {
    title: `Withdrawal ${one.id}`,
    body: html`<section>${facts([
      ['Status', one.status],
      ['Of', one.user],
      ['Amount', `${one.amount} ${one.coin}`],
      ['Fee', `${one.fee} ${one.coin}`],
      ['To pay', `${one.receive} ${one.coin}`],
      ['Network', one.network],
      ['To', html`<code>${one.address}</code>`],
      ['', html`<code>${groupOfFour(one.address)}</code>`],
      ['Requested', time(one.requestedAt)],
      ['Held until', one.heldUntil && time(one.heldUntil)],
      ['Payout', one.payoutBegunBy && `begun by ${one.payoutBegunBy}`],
      ['Transaction', one.transactionId && html`<code>${one.transactionId}</code>`],
      ['Reason', one.reason],
    ])}</section>
${actsOf(visit, one)}
<p>${link(AREA, 'All withdrawals')}</p>`,
  }
}

const section = (title: string, ...parts: Part[]): Html => html`<section><h2>${title}</h2>${parts}</section>`

/** The forms of the acts that its status allows; the acts themselves refuse what is not allowed. */
function actsOf(visit: Visit, one: ListedWithdrawal): Part {
  const labels = { transaction: `Transaction on ${one.network}` }
  const formOf = (actName: keyof typeof acts, isMain = false) =>
    actForm(visit, acts[actName], { to: addressOf('withdrawals', one.id, actName), except: SUBJECT, labels, isMain })
  const isStarted = one.payoutBegunBy !== null
  const refusing = section('Refuse', formOf('refuse'))
  if (one.status === 'pending')
    return html`<div class="columns">${section(
      'Approve',
      html`<p class="muted">So that it can be paid. Nothing is sent yet.</p>`,
      formOf('approve', true),
    )}${refusing}</div>`
  if (one.status !== 'approved') return undefined
  const paid = section('Enter the transaction', formOf('paid', isStarted))
  if (isStarted)
    return html`<div class="columns">${paid}${section(
      'Nothing was sent',
      html`<p class="muted">It waits to be paid again.</p>`,
      formOf('not-sent'),
    )}</div>`
  return html`<div class="columns">${section(
    'Pay by hand',
    html`<p class="muted">Begin, send the coins from the paying wallet, then enter the transaction. Nobody else begins it meanwhile. Signing by a key is the program's work: <code>pay ${one.id} --send</code>.</p>`,
    formOf('begin', true),
  )}${refusing}${paid}</div>`
}

const acts = {
  approve: approve.acts[0],
  refuse: refuse.acts[0],
  begin: beginPay,
  paid: enterTransaction,
  'not-sent': takePayBack,
} as const

export const withdrawalActs: ActPlace = {
  acts,
  subject: 'word',
  to: (id) => addressOf('withdrawals', id),
  page: withdrawalPage,
}
