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

export async function reportsPage(visit: Visit): Promise<Page> {
  const chosen = lists.find((one) => one === visit.query.get('state')) ?? 'Submitted'
  const { table } = await showAct(visit, listReports, { ...(chosen !== 'all' && { state: chosen }), limit: '200' })
  return {
    title: 'Reports',
    body: html`${tabs(AREA, 'state', { all: lists, chosen })}
${htmlTable(table, {
  name: `Reports, ${chosen}`,
  empty: chosen === 'Submitted' ? 'Nobody waits for an answer.' : 'There is none.',
  first: (id) => link(addressOf('reports', id), id),
})}`,
  }
}

export async function reportPage(visit: Visit, id: string): Promise<Page> {
  const report = (await showAct(visit, showReport, { word: id })).data as ShownReport
  return {
    title: `Report ${report.id}`,
    body: html`<section>${facts([
      ['State', report.state],
      ['From', report.email],
      ['Contact', report.contact],
      ['Category', report.category],
      ['Time', timeOf(report.at)],
      ['Browser', report.browser],
      ['Version', report.clientVersion],
      ['Request', report.faultId],
    ])}</section>
${report.words.map(wordOf)}
${report.pictures.length > 0 && picturesOf(report)}
${report.state !== 'Closed' && formsOf(visit, report)}
<p>${link(AREA, 'All reports')}</p>`,
  }
}

const timeOf = (iso: string): string => utcDateTime(Date.parse(iso) / 1000)

/** As it was typed: a link in it is text. */
const wordOf = ({ from, at, content }: ShownReport['words'][number]): Html =>
  html`<section><h2>${from}, ${timeOf(at)}</h2><p class="words">${content}</p></section>`

const picturesOf = ({ id, pictures }: ShownReport): Html =>
  html`<section><h2>Pictures</h2><div class="columns">${pictures.map((picture, index) => {
    const to = `/operate${addressOf('reports', id, 'pictures', picture)}`
    return html`<a href="${to}"><img src="${to}" alt="Picture ${index + 1} of the report" loading="lazy"></a>`
  })}</div></section>`

const formsOf = (visit: Visit, { id }: ShownReport): Html =>
  html`<section><h2>Answer</h2>
${actForm(visit, answer, { to: addressOf('reports', id, 'answer'), except: SUBJECT, isMain: true })}
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
