import { reportStates } from '#lib/rules/feedback.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { answer, close, listReports, type ShownReport, showReport } from '#service/messaging/feedback/operator.ts'
import { actForm, showAct } from '../act-forms.ts'
import { type Html, html } from '../html.ts'
import { addressOf, facts, htmlTable, link, tabs } from '../parts.ts'
import { type ActPlace, SUBJECT } from '../places.ts'
import type { Answer, Page, Visit } from '../visit.ts'

const AREA = '/reports'
const lists = [...reportStates, 'all'] as const
type ReportState = (typeof reportStates)[number]

export async function reportsPage(visit: Visit): Promise<Page> {
  const chosen = lists.find((one) => one === visit.query.get('state')) ?? 'Submitted'
  const { t } = visit
  const { table } = await showAct(visit, listReports, { ...(chosen !== 'all' && { state: chosen }), limit: '200' })
  return {
    title: t('areas.reports'),
    body: html`${tabs(visit, { to: AREA, name: 'state', all: lists, chosen, nameOf: (one) => t(`reports.state.${one}`) })}
${htmlTable(visit, table, {
  name: t('reports.list', { state: t(`reports.state.${chosen}`) }),
  empty: t(chosen === 'Submitted' ? 'reports.none' : 'lists.none'),
  words: [1],
  first: (id) => link(addressOf('reports', id), id),
})}`,
  }
}

export async function reportPage(visit: Visit, id: string): Promise<Page> {
  const { t } = visit
  const report = (await showAct(visit, showReport, { word: id })).data as ShownReport
  return {
    title: t('reports.one', { id: report.id }),
    body: html`<section>${facts([
      [t('reports.facts.state'), t(`reports.state.${report.state as ReportState}`)],
      [t('reports.facts.from'), report.email],
      [t('reports.facts.contact'), report.contact],
      [t('reports.facts.category'), report.category],
      [t('reports.facts.time'), timeOf(report.at)],
      [t('reports.facts.browser'), report.browser],
      [t('reports.facts.version'), report.clientVersion],
      [t('reports.facts.request'), report.faultId],
    ])}</section>
${report.words.map((word) => wordOf(visit, word))}
${report.pictures.length > 0 && picturesOf(visit, report)}
${report.state !== 'Closed' && formsOf(visit, report)}
<p>${link(AREA, t('reports.all'))}</p>`,
  }
}

const timeOf = (iso: string): string => utcDateTime(Date.parse(iso) / 1000)

/** As it was typed: a link in it is text. */
const wordOf = ({ t }: Visit, { from, at, content }: ShownReport['words'][number]): Html =>
  html`<section><h2>${t('reports.by', { name: from === 'user' ? t('reports.user') : from, time: timeOf(at) })}</h2><p class="words">${content}</p></section>`

const picturesOf = ({ t }: Visit, { id, pictures }: ShownReport): Html =>
  html`<section><h2>${t('reports.pictures')}</h2><div class="columns">${pictures.map((picture, index) => {
    const to = `/operate${addressOf('reports', id, 'pictures', picture)}`
    return html`<a href="${to}"><img src="${to}" alt="${t('reports.picture', { number: index + 1 })}" loading="lazy"></a>`
  })}</div></section>`

const formsOf = (visit: Visit, { id }: ShownReport): Html =>
  html`<section><h2>${visit.t('reports.answer')}</h2>
${actForm(visit, answer, { to: addressOf('reports', id, 'answer'), except: SUBJECT, isMain: true, key: 'a' })}
${actForm(visit, close, { to: addressOf('reports', id, 'close'), except: SUBJECT })}</section>`

export async function reportPicture({ ctx }: Visit, id: string, picture: string): Promise<Answer | undefined> {
  const row = await ctx.db
    .selectFrom('report_pictures')
    .select('picture')
    .where('id', '=', picture)
    .where('report_id', '=', id)
    .executeTakeFirst()
  return row?.picture ? { picture: row.picture } : undefined
}

export const reportActs: ActPlace = {
  acts: { answer, close },
  subject: 'word',
  to: (id) => addressOf('reports', id),
  page: reportPage,
}
