import { chains } from '#lib/rules/networks.ts'
import { networkName } from '#lib/rules/payments.ts'
import { formatDuration } from '#lib/time/duration.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { chainLags } from '#service/money/deposits/lag.ts'
import { settledDays } from '#service/money/earnings/operator/settlements.ts'
import { isPaused } from '#service/money/withdrawals/payouts.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { readinessProblem } from '#service/platform/http/health.ts'
import { showAct } from '../act-forms.ts'
import { barChart, waitStrip } from '../charts.ts'
import { countOverdueJobs, countTrends, readLiabilities, readWallets, type Trend } from '../home-figures.ts'
import { type Html, html, type Part } from '../html.ts'
import { facts, htmlTable, link } from '../parts.ts'
import { ALARM_DAYS, countQueues, type QueueCount, type QueueKey } from '../queue-counts.ts'
import type { Page, Visit } from '../visit.ts'

const listOf: Readonly<Record<QueueKey, string>> = {
  pending: '/withdrawals?status=pending',
  approved: '/withdrawals?status=approved',
  reports: '/reports',
  proofs: '/proofs',
  offers: '/offers',
  invitations: '/invitations',
  ambassadors: '/ambassadors',
  deposits: '/deposits',
  refunds: '/refunds',
  alarms: '#alarms',
}

export async function overviewPage(visit: Visit): Promise<Page> {
  const { ctx, t } = visit
  const now = ctx.clock.now()
  const [queues, trends] = [await countQueues(ctx.db, now), await countTrends(ctx.db, now)]
  return {
    title: t('areas.overview'),
    body: html`<section><h2>${t('overview.waiting')}</h2>
<ul class="counts">${queues.map((queue) => queueOf(visit, queue))}</ul></section>
<div class="columns">${await moneyOf(visit)}${await healthOf(visit)}</div>
<section><h2>${t('overview.trends')}</h2><div class="trends">${trends.map((trend) => trendOf(visit, trend))}</div></section>
<section><h2>${t('overview.networks')}</h2>${htmlTable(visit, await networksOf(visit), {
      name: t('overview.networks'),
      empty: t('overview.networksNone'),
    })}</section>
<section id="alarms"><h2>${t('overview.alarms', { days: ALARM_DAYS })}</h2>${await alarmsOf(visit)}</section>
<section><h2>${t('overview.settled')}</h2>${await settledOf(visit)}</section>`,
  }
}

const ageOf = ({ t }: Visit, seconds: number): string =>
  formatDuration(seconds, {
    days: (count) => t('overview.units.days', { count }),
    hours: (count) => t('overview.units.hours', { count }),
    minutes: (count) => t('overview.units.minutes', { count }),
  })

function queueOf(visit: Visit, { key, count, oldest }: QueueCount): Html {
  const { ctx, t } = visit
  const seconds = oldest === null ? 0 : Math.max(0, (ctx.clock.now() - oldest.getTime()) / 1000)
  const age = oldest !== null && t('overview.oldest', { age: ageOf(visit, seconds) })
  const to = listOf[key].startsWith('#') ? listOf[key] : `/operate${listOf[key]}`
  return html`<li data-row><a href="${to}"${count === 0 && html` class="none"`}><strong>${count}</strong> ${t(`overview.queues.${key}`)}${
    age && html`<span class="age">${age}</span>${waitStrip(seconds / 3600, age)}`
  }</a></li>`
}

/** Money that is not known is said so: it is never shown as 0. */
async function moneyOf(visit: Visit): Promise<Html> {
  const { ctx, t } = visit
  const [owed, wallets] = [await readLiabilities(ctx.db), await readWallets(ctx)]
  const rowsOf = (kind: 'paying' | 'treasury'): (readonly [string, Part])[] => {
    const found = wallets.filter((one) => one.kind === kind)
    if (found.length === 0) return [[t(`overview.${kind}`), t('overview.unknown')]]
    return found.map(({ coin, network, amount }) => [
      t(`overview.${kind}On`, { network: networkText(network) }),
      amount === null ? t('overview.unknown') : `${amount} ${coin}`,
    ])
  }
  const coins = owed.filter(({ coin }) => coin !== 'POINTS')
  return html`<section><h2>${t('overview.money')}</h2>${facts([
    ...coins.map(({ coin, amount }) => [t('overview.owed', { coin }), `${amount} ${coin}`] as const),
    ...rowsOf('paying'),
    ...rowsOf('treasury'),
  ])}<p class="row">${link('/verify', t('verify.link'))} ${link('/payouts', t('areas.payouts'))}</p></section>`
}

const networkText = (network: string): string =>
  Object.hasOwn(chains, network) ? chains[network as keyof typeof chains].name : networkName(network as never)

async function healthOf(visit: Visit): Promise<Html> {
  const { ctx, t } = visit
  const [problem, overdue] = [await readinessProblem(ctx), await countOverdueJobs(ctx.db, ctx.clock.now())]
  const late = (count: number) => {
    if (count === 0 || overdue.oldest === null) return t('overview.onTime')
    const age = ageOf(visit, (ctx.clock.now() - overdue.oldest.getTime()) / 1000)
    return t('overview.late', { count, age })
  }
  return html`<section><h2>${t('overview.health')}</h2>${facts([
    [t('overview.service'), t(problem ? `overview.problems.${problem}` : 'overview.ready')],
    [t('overview.payouts'), t((await isPaused(ctx.db)) ? 'overview.payoutsPaused' : 'overview.payoutsRunning')],
    [t('overview.jobs'), late(overdue.jobs)],
    [t('overview.mail'), late(overdue.letters)],
    [t('overview.streams'), t('overview.streamsHere', { count: ctx.live.size })],
  ])}<p class="row">${link('/check', t('check.link'))}</p></section>`
}

function trendOf({ t }: Visit, { key, days, weekAgo }: Trend): Html {
  const [name, today] = [t(`overview.trend.${key}`), days.at(-1) ?? 0]
  const says = t('overview.against', { today, weekAgo })
  return html`<div><h3>${name}</h3><p><strong>${today}</strong> <span class="quiet">${t('overview.weekAgo', { weekAgo })}</span></p>
${barChart(days, `${name}: ${says}`)}</div>`
}

/** How far each network was read: payments on one that is behind are seen late. */
async function networksOf({ ctx, t }: Visit) {
  const lags = await chainLags(ctx)
  const number = (value: number | null) => (value === null ? t('overview.unknown') : String(value))
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

async function settledOf(visit: Visit): Promise<Html> {
  const { table } = await showAct(visit, settledDays, { limit: '3' })
  return htmlTable(visit, table, { name: visit.t('overview.settled'), empty: visit.say(table.empty), words: [2] })
}
