import { utcDateTime } from '#lib/time/format.ts'
import {
  accept,
  invitationStates,
  type ListedInvitation,
  listInvitations,
  refuse,
  takeBack,
} from '#service/rewards/invitations/operator.ts'
import { explain } from '#service/rewards/invitations/reason-texts.ts'
import { actForm, showAct } from '../act-forms.ts'
import { type Html, html, type Part } from '../html.ts'
import { addressOf, facts, neighbours, sliceIn, tabs } from '../parts.ts'
import { type ActPlace, SUBJECT } from '../places.ts'
import type { Page, Visit } from '../visit.ts'

const AREA = '/invitations'
const MAX_ROWS = 50

export async function invitationsPage(visit: Visit): Promise<Page> {
  const chosen = invitationStates.find((one) => one === visit.query.get('status')) ?? 'held'
  const view = await showAct(visit, listInvitations, { status: chosen, limit: String(MAX_ROWS), ...sliceIn(visit) })
  const rows = view.data as ListedInvitation[]
  return {
    title: 'Invitations',
    body: html`${tabs(AREA, 'status', { all: invitationStates, chosen })}
${rows.length === 0 && html`<p class="empty">${view.table.empty}</p>`}
${rows.map((row) => cardOf(visit, row))}
${neighbours(AREA, view, { status: chosen })}`,
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

const acts = { accept, refuse, 'claw-back': takeBack } as const
/** A reason is asked for where somebody is refused; accepting gives none here. */
const asks = { accept: [] } as const

function formsOf(visit: Visit, { id, review, paidAt }: ListedInvitation): Part {
  const to = (actName: keyof typeof acts) => addressOf('invitations', id, actName)
  const folded = (actName: keyof typeof acts) =>
    html`<details${visit.path === to(actName) && html` open`}><summary>${acts[actName].button}</summary>${actForm(
      visit,
      acts[actName],
      { to: to(actName), except: SUBJECT },
    )}</details>`
  const accepting = actForm(visit, accept, { to: to('accept'), asks: asks.accept, isMain: true })
  if (review === 'held') return html`${accepting}${folded('refuse')}`
  return paidAt !== null && review !== 'reversed' && folded('claw-back')
}

export const invitationActs: ActPlace = {
  acts,
  asks,
  subject: 'word',
  to: () => AREA,
  page: invitationsPage,
}
