import { utcDateTime } from '#lib/time/format.ts'
import { explain } from '#service/rewards/invitations/explaining.ts'
import { invitationStates, invitations, type ListedInvitation } from '#service/rewards/invitations/operator.ts'
import { act, look } from '../act-forms.ts'
import { type Html, html, type Part } from '../html.ts'
import { addressOf, facts, form, optionsFrom, reasonFields, tabs } from '../parts.ts'
import type { Answer, Page, Visit } from '../visit.ts'

const AREA = '/invitations'
const MAX_ROWS = 50

export async function invitationsPage(visit: Visit): Promise<Page> {
  const chosen = invitationStates.find((one) => one === visit.query.get('status')) ?? 'held'
  const view = await look(visit, invitations, { options: { status: chosen, limit: String(MAX_ROWS) } })
  const rows = view.data as ListedInvitation[]
  return {
    title: 'Invitations',
    body: html`${tabs(AREA, 'status', { all: invitationStates, chosen })}
${rows.length === 0 && html`<p class="empty">${view.table.empty}</p>`}
${rows.length === MAX_ROWS && html`<p class="muted">The first ${MAX_ROWS} are shown.</p>`}
${rows.map((row) => cardOf(visit, row))}`,
  }
}

const cardOf = (visit: Visit, row: ListedInvitation): Html =>
  html`<section><h2>${row.inviter} invited ${row.invitee}</h2>${facts([
    ['State', row.review],
    ['Registered', timeOf(row.registeredAt)],
    ['Has earned on', row.earnedDay],
    ['Paid', row.paidAt && timeOf(row.paidAt)],
    ['Held because', row.reasons.map(explain).join(' ')],
    ['Decision', row.decision],
  ])}${formsOf(visit, row)}</section>`

const timeOf = (iso: string): string => utcDateTime(Date.parse(iso) / 1000)

function formsOf(visit: Visit, { id, review, paidAt }: ListedInvitation): Part {
  const to = (way: string) => addressOf('invitations', id, way)
  const withReason = (way: string, does: string) =>
    html`<details${visit.path === to(way) && html` open`}><summary>${does}</summary>${form(visit, {
      to: to(way),
      does,
      fields: reasonFields(visit, to(way)),
    })}</details>`
  if (review === 'held')
    return html`${form(visit, { to: to('accept'), does: 'Accept and pay', isMain: true })}${withReason('refuse', 'Refuse')}`
  return paidAt !== null && review !== 'reversed' && withReason('claw-back', 'Take back what was paid')
}

export async function decideInvitation(visit: Visit, id: string, way: string): Promise<Answer | undefined> {
  if (!['accept', 'refuse', 'claw-back'].includes(way)) return undefined
  return act(visit, {
    command: invitations,
    word: id,
    options: { [way]: true, ...optionsFrom(visit, 'reason', 'reason-zh') },
    to: AREA,
    page: () => invitationsPage(visit),
  })
}
