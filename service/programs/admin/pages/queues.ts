import { fromUnits } from '#lib/money/coins.ts'
import { networkName } from '#lib/rules/payments.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { enterRefund, refundPaid, takeRefundBack } from '#service/market/orders/operator/refund.ts'
import { tokenTexts } from '#service/money/deposits/operator/amounts.ts'
import { acceptBalance, lookUp, showDeposit } from '#service/money/deposits/operator/deposits.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { showAct } from '../act-forms.ts'
import { actSection, viewBody } from '../area.ts'
import { html } from '../html.ts'
import { addressOf, htmlTable, link } from '../parts.ts'
import { type ActPlace, SUBJECT } from '../places.ts'
import type { Page, Visit } from '../visit.ts'

const MAX_ROWS = 200

/** Deposit addresses whose balance is another one than what is known of them. */
export async function depositsPage({ ctx, context, ...visit }: Visit): Promise<Page> {
  const { t } = visit
  const rows = await ctx.db
    .selectFrom('deposit_reconciliations as found')
    .innerJoin('deposit_addresses', 'deposit_addresses.number', 'found.deposit')
    .select(['found.network', 'address', 'held', 'expected', 'differs_since'])
    .where('differs_since', 'is not', null)
    .orderBy('differs_since')
    .limit(MAX_ROWS)
    .execute()
  const tokenText = await tokenTexts(
    context,
    rows.map(({ network }) => network),
  )
  const column = (name: 'network' | 'address' | 'held' | 'expected' | 'since', right = false) => ({
    title: t(`queues.columns.${name}`),
    right,
  })
  const table = {
    columns: [column('network'), column('address'), column('held', true), column('expected', true), column('since')],
    rows: rows.map(({ network, address, held, expected, differs_since }) => [
      networkName(network),
      address,
      held === null ? t('overview.unknown') : tokenText(held, network),
      expected === null ? t('overview.unknown') : tokenText(expected, network),
      differs_since === null ? '' : utcDateTime(unixSeconds(differs_since)),
    ]),
  }
  return {
    title: t('areas.deposits'),
    body: html`<p class="quiet">${t('queues.depositsNote')}</p>${htmlTable({ ctx, context, ...visit }, table, {
      name: t('areas.deposits'),
      empty: t('lists.none'),
      first: (address) => link(addressOf('deposits', address), address),
      linkColumn: 1,
    })}`,
  }
}

/** Refunds of deposits that were begun, of which the transaction is missing. */
export async function refundsPage(visit: Visit): Promise<Page> {
  const { ctx, t } = visit
  const rows = await ctx.db
    .selectFrom('refunds')
    .innerJoin('deposit_addresses', 'deposit_addresses.number', 'refunds.deposit')
    .select([
      'refunds.network',
      'deposit_addresses.address as deposit',
      'refunds.address',
      'refunds.amount',
      'begun_by',
      'begun_at',
    ])
    .where('outcome', 'is', null)
    .orderBy('begun_at')
    .limit(MAX_ROWS)
    .execute()
  const column = (name: 'deposit' | 'network' | 'address' | 'amount' | 'by' | 'since', right = false) => ({
    title: t(`queues.columns.${name}`),
    right,
  })
  const table = {
    columns: [
      column('deposit'),
      column('network'),
      column('address'),
      column('amount', true),
      column('by'),
      column('since'),
    ],
    rows: rows.map(({ deposit, network, address, amount, begun_by, begun_at }) => [
      deposit,
      networkName(network),
      address,
      `${fromUnits(amount, 'USDT')} USDT`,
      begun_by,
      utcDateTime(unixSeconds(begun_at)),
    ]),
  }
  return {
    title: t('areas.refunds'),
    body: html`<p class="quiet">${t('queues.refundsNote')}</p>${htmlTable(visit, table, {
      name: t('areas.refunds'),
      empty: t('lists.none'),
      first: (deposit) => link(addressOf('refunds', deposit), deposit),
    })}${actSection(visit, { actName: 'begin', act: refundPaid, to: '/refunds/begin', except: [] })}`,
  }
}

/** A page about one deposit address: its receipts, and what may be done. */
async function addressPage(
  visit: Visit,
  { area, address, acts }: { area: 'deposits' | 'refunds'; address: string; acts: ActPlace['acts'] },
): Promise<Page> {
  const { t } = visit
  const name = t(`areas.${area}`)
  return {
    title: t('lists.one', { area: name, id: address }),
    body: html`${viewBody(visit, await showAct(visit, showDeposit, { word: address }))}
${Object.entries(acts).map(([actName, act]) => actSection(visit, { actName, act, to: addressOf(area, address, actName), except: SUBJECT }))}
<p>${link(`/${area}`, t('lists.back', { area: name }))}</p>`,
  }
}

const forUnmatched = { accept: acceptBalance, 'look-up': lookUp }
export const unmatchedPage = (visit: Visit, address: string) =>
  addressPage(visit, { area: 'deposits', address, acts: forUnmatched })

export const unmatchedActs: ActPlace = {
  acts: forUnmatched,
  subject: 'word',
  to: () => '/deposits',
  page: unmatchedPage,
}

const forRefund = { sent: enterRefund, 'not-sent': takeRefundBack }
export const refundPage = (visit: Visit, address: string) =>
  addressPage(visit, { area: 'refunds', address, acts: forRefund })

export const refundActs: ActPlace = { acts: forRefund, subject: 'word', to: () => '/refunds', page: refundPage }

/** A refund is begun by the number of an order or a deposit address. */
export const beginActs: ActPlace = { acts: { begin: refundPaid }, to: () => '/refunds', page: refundsPage }
