import { networkName } from '#lib/rules/payments.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { moneyChecks } from '#service/checks.ts'
import { chainLags } from '#service/money/deposits/lag.ts'
import { settledDays } from '#service/money/earnings/operator/settlements.ts'
import { verifyMoneyAt } from '#service/money/ledger/verify.ts'
import { isPaused } from '#service/money/withdrawals/payouts.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { readinessProblem } from '#service/platform/http/health.ts'
import { check } from '../../operate/check.ts'
import { viewOfVerified } from '../../operate/verify-money.ts'
import { showAct } from '../act-forms.ts'
import { html } from '../html.ts'
import { facts, htmlTable, link } from '../parts.ts'
import { countQueues } from '../queue-counts.ts'
import type { Page, Visit } from '../visit.ts'

/** Days for which the overview shows an alarm, so that a weekend's alarms are still there on Monday. */
const ALARM_DAYS = 7

const problems = {
  jobs: 'The jobs do not run',
  database: 'The database does not answer',
  readOnly: 'The database takes no writes',
} as const

export async function overviewPage(visit: Visit): Promise<Page> {
  const { ctx } = visit
  const [counts, problem, alarms, days] = [
    await countQueues(ctx.db),
    await readinessProblem(ctx),
    await alarmsOf(visit),
    await showAct(visit, settledDays, { limit: '3' }),
  ]
  return {
    title: 'Overview',
    body: html`<section><h2>Waiting for you</h2>
<ul class="counts">${counts.map(
      ({ to, what, count }) => html`<li><a href="/operate${to}"><strong>${count}</strong> ${what}</a></li>`,
    )}</ul></section>
<section><h2>Health</h2>
${facts([
  ['Service', problem ? problems[problem] : 'Ready'],
  ['Payouts', (await isPaused(visit.ctx.db)) ? 'Paused' : 'Running'],
])}
<p class="row">${link('/check', 'Check networks and providers')} ${link('/verify', 'Verify the money')}</p></section>
<section><h2>Networks</h2>${htmlTable(await networksOf(visit), { name: 'Networks', empty: 'No payments are accepted.' })}</section>
<section><h2>Alarms in the last ${ALARM_DAYS} days</h2>${alarms}</section>
<section><h2>Settled days</h2>${htmlTable(days.table, { name: 'Settled days', empty: days.table.empty })}</section>`,
  }
}

/** How far each network was read: payments on one that is behind are seen late. */
async function networksOf({ ctx }: Visit) {
  const lags = await chainLags(ctx)
  const number = (value: number | null) => (value === null ? '-' : String(value))
  return {
    columns: [
      ...[{ title: 'Network' }, { title: 'Last block', right: true }, { title: 'Read up to', right: true }],
      ...[{ title: 'Behind', right: true }, { title: 'Read to its end' }],
    ],
    rows: lags.map(({ network, head, read, behind, readAt }) => [
      ...[networkName(network), number(head), number(read), number(behind)],
      readAt === null ? 'never' : utcDateTime(readAt),
    ]),
    empty: '',
  }
}

async function alarmsOf({ ctx }: Visit) {
  const rows = await ctx.db
    .selectFrom('alarms')
    .selectAll()
    .where('told_at', '>', new Date(ctx.clock.now() - ALARM_DAYS * 86_400_000))
    .orderBy('told_at', 'desc')
    .limit(50)
    .execute()
  const table = {
    columns: [{ title: 'Alarm' }, { title: 'Told last' }],
    rows: rows.map(({ name, told_at }) => [name, utcDateTime(unixSeconds(told_at))]),
    empty: '',
  }
  return htmlTable(table, { name: 'Alarms', empty: 'None.' })
}

/** Asks every node and site now. */
export async function checkPage(visit: Visit): Promise<Page> {
  await visit.ctx.limits.spend('adminLook', visit.context.operator)
  const { table } = await showAct(visit, check.acts[0])
  return {
    title: 'Networks and sites',
    body: html`${htmlTable(table, { name: 'What was asked', empty: 'Nothing is set up.' })}<p>${table.foot}</p>`,
  }
}

/** Checks all of the money now, as the service does each night: by statements that may take longer than a call's. */
export async function verifyPage({ ctx, context }: Visit): Promise<Page> {
  await ctx.limits.spend('adminLook', context.operator)
  const found = await verifyMoneyAt(ctx.pool, moneyChecks, context.now())
  const right = `The money is right: ${found.checks} checks, ${found.transfers} transfers, ${found.entries} entries.`
  const { table } = viewOfVerified(found, right)
  return { title: 'The money', body: htmlTable(table, { name: 'What is not true', empty: table.empty }) }
}
