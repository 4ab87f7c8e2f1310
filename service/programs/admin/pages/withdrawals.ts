import { groupOfFour } from '#lib/text/shorten.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { approve, refuse } from '#service/money/withdrawals/operator/decide.ts'
import { beginPay, enterTransaction, takePayBack } from '#service/money/withdrawals/operator/pay.ts'
import { type ListedWithdrawal, withdrawals } from '#service/money/withdrawals/operator/withdrawals.ts'
import { actForm, showAct } from '../act-forms.ts'
import { type Html, html, type Part } from '../html.ts'
import { addressOf, facts, htmlTable, link, neighbours, sliceIn, tabs } from '../parts.ts'
import { type ActPlace, SUBJECT } from '../places.ts'
import type en from '../texts/en/operate.json'
import type { Page, Visit } from '../visit.ts'

const AREA = '/withdrawals'
type Fact = keyof typeof en.withdrawals.facts
const lists = ['open', 'pending', 'approved', 'credited', 'refused', 'cancelled', 'all'] as const

export async function withdrawalsPage(visit: Visit): Promise<Page> {
  const status = lists.find((one) => one === visit.query.get('status')) ?? 'open'
  const { t } = visit
  const user = visit.query.get('user')?.trim() || undefined
  const view = await showAct(visit, withdrawals.acts[0], {
    status,
    limit: '200',
    ...(user && { user }),
    ...sliceIn(visit),
  })
  return {
    title: t('areas.withdrawals'),
    body: html`${tabs(visit, { to: AREA, name: 'status', all: lists, chosen: status, nameOf: (one) => t(`withdrawals.status.${one}`) })}
${htmlTable(visit, view.table, {
  name: t('withdrawals.list', { status: t(`withdrawals.status.${status}`) }),
  empty: t(status === 'open' ? 'withdrawals.none' : 'lists.none'),
  words: [1],
  first: (id) => link(addressOf('withdrawals', id), id),
})}
${neighbours(visit, { to: AREA, keys: view.keys, choices: { status, ...(user && { user }) } })}
<p>${link('/payouts', t('withdrawals.payouts'))}</p>`,
  }
}

export async function withdrawalPage(visit: Visit, id: string): Promise<Page | undefined> {
  const { t } = visit
  const { data } = await showAct(visit, withdrawals.acts[0], { word: id })
  const [one] = data as ListedWithdrawal[]
  if (!one) return undefined
  const fact = (name: Fact) => t(`withdrawals.facts.${name}`)
  const time = (iso: string) => utcDateTime(Date.parse(iso) / 1000)
  return {
    title: t('withdrawals.one', { id: one.id }),
    body: html`<section>${facts([
      [fact('status'), t(`withdrawals.status.${one.status}`)],
      [fact('user'), one.user],
      [fact('amount'), `${one.amount} ${one.coin}`],
      [fact('fee'), `${one.fee} ${one.coin}`],
      [fact('receive'), `${one.receive} ${one.coin}`],
      [fact('network'), one.network],
      [fact('to'), html`<code>${one.address}</code>`],
      [fact('checked'), html`<code>${groupOfFour(one.address)}</code>`],
      [fact('requested'), time(one.requestedAt)],
      [fact('held'), one.heldUntil && time(one.heldUntil)],
      [fact('payout'), one.payoutBegunBy && t('withdrawals.begunBy', { name: one.payoutBegunBy })],
      [fact('transaction'), one.transactionId && html`<code>${one.transactionId}</code>`],
      [fact('reason'), one.reason],
    ])}</section>
${actsOf(visit, one)}
<p>${link(AREA, t('withdrawals.all'))}</p>`,
  }
}

const section = (title: string, ...parts: Part[]): Html => html`<section><h2>${title}</h2>${parts}</section>`

/** The forms of the acts that its status allows; the acts themselves refuse what is not allowed. */
function actsOf(visit: Visit, one: ListedWithdrawal): Part {
  const { t } = visit
  const labels = { transaction: t('withdrawals.transactionOn', { network: one.network }) }
  const formOf = (actName: keyof typeof acts, isMain = false) => {
    const key = keys[actName]
    const to = addressOf('withdrawals', one.id, actName)
    return actForm(visit, acts[actName], { to, except: SUBJECT, labels, isMain, ...(key && { key }) })
  }
  const isStarted = one.payoutBegunBy !== null
  const refusing = section(t('withdrawals.refuse'), formOf('refuse'))
  if (one.status === 'pending')
    return html`<div class="columns">${section(
      t('withdrawals.approve'),
      html`<p class="quiet">${t('withdrawals.approveNote')}</p>`,
      formOf('approve', true),
    )}${refusing}</div>`
  if (one.status !== 'approved') return undefined
  const paid = section(t('withdrawals.enter'), formOf('paid', isStarted))
  if (isStarted)
    return html`<div class="columns">${paid}${section(
      t('withdrawals.notSent'),
      html`<p class="quiet">${t('withdrawals.notSentNote')}</p>`,
      formOf('not-sent'),
    )}</div>`
  return html`<div class="columns">${section(
    t('withdrawals.byHand'),
    html`<p class="quiet">${t('withdrawals.byHandNote')} <code>pay ${one.id} --send</code></p>`,
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

/** The acts that a key begins. */
const keys: Partial<Record<keyof typeof acts, 'a' | 'r'>> = { approve: 'a', refuse: 'r' }

export const withdrawalActs: ActPlace = {
  acts,
  subject: 'word',
  to: (id) => addressOf('withdrawals', id),
  page: withdrawalPage,
}
