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

export async function overviewPage(visit: Visit): Promise<Page> {
  const { ctx, t } = visit
  const [counts, problem, alarms, days] = [
    await countQueues(ctx.db),
    await readinessProblem(ctx),
    await alarmsOf(visit),
    await showAct(visit, settledDays, { limit: '3' }),
  ]
  return {
    title: t('areas.overview'),
    body: html`<section><h2>${t('overview.waiting')}</h2>
<ul class="counts">${counts.map(
      ({ to, key, count }) =>
        html`<li><a href="/operate${to}"><strong>${count}</strong> ${t(`overview.queues.${key}`)}</a></li>`,
    )}</ul></section>
<section><h2>${t('overview.health')}</h2>
${facts([
  [t('overview.service'), t(problem ? `overview.problems.${problem}` : 'overview.ready')],
  [t('overview.payouts'), t((await isPaused(ctx.db)) ? 'overview.payoutsPaused' : 'overview.payoutsRunning')],
])}
<p class="row">${link('/check', t('check.link'))} ${link('/verify', t('verify.link'))}</p></section>
<section><h2>${t('overview.networks')}</h2>${htmlTable(visit, await networksOf(visit), {
      name: t('overview.networks'),
      empty: t('overview.networksNone'),
    })}</section>
<section><h2>${t('overview.alarms', { days: ALARM_DAYS })}</h2>${alarms}</section>
<section><h2>${t('overview.settled')}</h2>${htmlTable(visit, days.table, {
      name: t('overview.settled'),
      empty: visit.say(days.table.empty),
      words: [2],
    })}</section>`,
  }
}

/** How far each network was read: payments on one that is behind are seen late. */
async function networksOf({ ctx, t }: Visit) {
  const lags = await chainLags(ctx)
  const number = (value: number | null) => (value === null ? '-' : String(value))
  return {
    columns: [
      ...[{ title: t('overview.columns.network') }, { title: t('overview.columns.last'), right: true }],
      ...[
        { title: t('overview.columns.read'), right: true },
        { title: t('overview.columns.behind'), right: true },
      ],
      { title: t('overview.columns.readAt') },
    ],
    rows: lags.map(({ network, head, read, behind, readAt }) => [
      ...[networkName(network), number(head), number(read), number(behind)],
      readAt === null ? t('overview.never') : utcDateTime(readAt),
    ]),
  }
}

async function alarmsOf(visit: Visit) {
  const { ctx, t } = visit
  const rows = await ctx.db
    .selectFrom('alarms')
    .selectAll()
    .where('told_at', '>', new Date(ctx.clock.now() - ALARM_DAYS * 86_400_000))
    .orderBy('told_at', 'desc')
    .limit(50)
    .execute()
  const table = {
    columns: [{ title: t('overview.columns.alarm') }, { title: t('overview.columns.raised') }],
    rows: rows.map(({ name, told_at }) => [name, utcDateTime(unixSeconds(told_at))]),
  }
  return htmlTable(visit, table, { name: t('overview.columns.alarm'), empty: t('overview.alarmsNone') })
}

/** Asks every node and site now. */
export async function checkPage(visit: Visit): Promise<Page> {
  await visit.ctx.limits.spend('adminLook', visit.context.operator)
  const { table } = await showAct(visit, check.acts[0])
  return {
    title: visit.t('check.title'),
    body: html`${htmlTable(visit, table, { name: visit.t('check.name'), empty: visit.t('check.empty') })}<p>${visit.say(table.foot ?? '')}</p>`,
  }
}

/** Checks all of the money now, as the service does each night: by statements that may take longer than a call's. */
export async function verifyPage(visit: Visit): Promise<Page> {
  const { ctx, context, t } = visit
  await ctx.limits.spend('adminLook', context.operator)
  const found = await verifyMoneyAt(ctx.pool, moneyChecks, context.now())
  const { checks, transfers, entries } = found
  const right = t('verify.right', { checks, transfers, entries })
  const { table } = viewOfVerified(found, right)
  return { title: t('verify.title'), body: htmlTable(visit, table, { name: t('verify.name'), empty: table.empty }) }
}
