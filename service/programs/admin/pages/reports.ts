import { reportStates } from '#lib/rules/feedback.ts'
import { MAX_TEXT } from '#lib/rules/notices.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { reports, type ShownReport } from '#service/messaging/feedback/operator.ts'
import { act, look } from '../act-forms.ts'
import { type Html, html } from '../html.ts'
import { addressOf, facts, form, htmlTable, link, tabs, textField } from '../parts.ts'
import type { Answer, Page, Visit } from '../visit.ts'

const AREA = '/reports'
const lists = [...reportStates, 'all'] as const

export async function reportsPage(visit: Visit): Promise<Page> {
  const chosen = lists.find((one) => one === visit.query.get('state')) ?? 'Submitted'
  const options = { ...(chosen !== 'all' && { state: chosen }), limit: '200' }
  const { table } = await look(visit, reports, { options })
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
  const report = (await look(visit, reports, { word: id })).data as ShownReport
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

function formsOf(visit: Visit, { id }: ShownReport): Html {
  const of = addressOf('reports', id, 'answer')
  const field = { of, name: 'answer', label: 'Answer, in Markdown', most: MAX_TEXT }
  const closes = html`<label class="check"><input type="checkbox" name="close" value="1"${
    visit.path === of && visit.fields.has('close') && html` checked`
  }>Close it with this answer</label>`
  return html`<section><h2>Answer</h2>
${form(visit, { to: of, does: 'Answer', fields: html`${textField(visit, field)}${closes}`, isMain: true })}
${form(visit, { to: addressOf('reports', id, 'close'), does: 'Close without an answer' })}</section>`
}

export async function reportPicture({ ctx }: Visit, id: string, picture: string): Promise<Answer | undefined> {
  const row = await ctx.db
    .selectFrom('report_pictures')
    .select('picture')
    .where('id', '=', picture)
    .where('report_id', '=', id)
    .executeTakeFirst()
  return row?.picture ? { picture: row.picture } : undefined
}

const acting = (visit: Visit, id: string, options: Record<string, string | boolean>) =>
  act(visit, {
    command: reports,
    word: id,
    options,
    to: addressOf('reports', id),
    page: () => reportPage(visit, id),
  })

export const answerReport = (visit: Visit, id: string): Promise<Answer | undefined> =>
  acting(visit, id, { answer: visit.fields.get('answer') ?? '', close: visit.fields.has('close') })

export const closeReport = (visit: Visit, id: string): Promise<Answer | undefined> => acting(visit, id, { close: true })
