import { groupOfFour } from '#lib/text/shorten.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { approve, refuse } from '#service/money/withdrawals/operator/decide.ts'
import { pay } from '#service/money/withdrawals/operator/pay.ts'
import { type ListedWithdrawal, withdrawals } from '#service/money/withdrawals/operator/withdrawals.ts'
import { type Act, act, look } from '../act-forms.ts'
import { type Html, html, type Part } from '../html.ts'
import { addressOf, facts, form, htmlTable, lineField, link, optionsFrom, reasonFields, tabs } from '../parts.ts'
import type { Answer, Page, Visit } from '../visit.ts'

const AREA = '/withdrawals'
const lists = ['open', 'credited', 'refused', 'cancelled', 'all'] as const

export async function withdrawalsPage(visit: Visit): Promise<Page> {
  const status = lists.find((one) => one === visit.query.get('status')) ?? 'open'
  const { table } = await look(visit, withdrawals, { options: { status, limit: '200' } })
  return {
    title: 'Withdrawals',
    body: html`${tabs(AREA, 'status', { all: lists, chosen: status })}
${htmlTable(table, {
  name: `Withdrawals, ${status}`,
  empty: status === 'open' ? 'No withdrawal is open.' : 'There is none.',
  first: (id) => link(addressOf('withdrawals', id), id),
})}
<p>${link('/payouts', 'Payouts: limits, pause, what the paying wallets hold')}</p>`,
  }
}

export async function withdrawalPage(visit: Visit, id: string): Promise<Page | undefined> {
  const { data } = await look(visit, withdrawals, { word: id })
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

/** The forms for what may become of it: the commands say no to what may not. */
function actsOf(visit: Visit, one: ListedWithdrawal): Part {
  const to = (way: string) => addressOf('withdrawals', one.id, way)
  const isBegun = one.payoutBegunBy !== null
  const refusing = section(
    'Refuse',
    form(visit, { to: to('refuse'), does: 'Refuse', fields: reasonFields(visit, to('refuse')) }),
  )
  if (one.status === 'pending')
    return html`<div class="columns">${section(
      'Approve',
      html`<p class="muted">So that it can be paid. Nothing is sent yet.</p>`,
      form(visit, { to: to('approve'), does: 'Approve', isMain: true }),
    )}${refusing}</div>`
  if (one.status !== 'approved') return undefined
  const of = to('paid')
  const paid = section(
    'Enter the transaction',
    form(visit, {
      to: of,
      does: 'Credit it',
      fields: lineField(visit, { of, name: 'transaction', label: `Transaction on ${one.network}`, most: 128 }),
      isMain: isBegun,
    }),
  )
  if (isBegun)
    return html`<div class="columns">${paid}${section(
      'Nothing was sent',
      html`<p class="muted">It waits to be paid again.</p>`,
      form(visit, { to: to('not-sent'), does: 'Take the payout back' }),
    )}</div>`
  return html`<div class="columns">${section(
    'Pay by hand',
    html`<p class="muted">Begin, send the coins from the paying wallet, then enter the transaction. Nobody else begins it meanwhile. Signing by a key is the program's work: <code>pay ${one.id} --send</code>.</p>`,
    form(visit, { to: to('begin'), does: 'Begin to pay', isMain: true }),
  )}${refusing}${paid}</div>`
}

/** What becomes of a withdrawal, by the last word of the address. */
export async function changeWithdrawal(visit: Visit, id: string, way: string): Promise<Answer | undefined> {
  const ways: Readonly<Record<string, Pick<Act, 'command' | 'options'>>> = {
    approve: { command: approve },
    refuse: { command: refuse, options: optionsFrom(visit, 'reason', 'reason-zh') },
    begin: { command: pay },
    paid: { command: pay, options: { transaction: visit.fields.get('transaction')?.trim() ?? '' } },
    'not-sent': { command: pay, options: { 'not-sent': true } },
  }
  const wanted = ways[way]
  if (!wanted) return undefined
  const to = addressOf('withdrawals', id)
  return act(visit, { ...wanted, word: id, to, page: () => withdrawalPage(visit, id) })
}
