import { wordSpace } from '#lib/i18n/locales.ts'
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
  const { t } = visit
  return {
    title: t('areas.invitations'),
    body: html`${tabs(visit, {
      to: AREA,
      name: 'status',
      all: invitationStates,
      chosen,
      nameOf: (one) => t(`invitations.status.${one}`),
    })}
${rows.length === 0 && html`<p class="empty">${t(chosen === 'held' ? 'invitations.none' : 'lists.none')}</p>`}
${rows.map((row) => cardOf(visit, row))}
${neighbours(visit, { to: AREA, keys: view.keys, choices: { status: chosen } })}`,
  }
}

const cardOf = (visit: Visit, row: ListedInvitation): Html => {
  const { t, say, locale } = visit
  return html`<section data-row tabindex="-1"><h2>${t('invitations.pair', { inviter: row.inviter, invitee: row.invitee })}</h2>${facts(
    [
      [t('invitations.facts.state'), t(`invitations.status.${row.review}`)],
      [t('invitations.facts.registered'), timeOf(row.registeredAt)],
      [t('invitations.facts.earned'), row.earnedDay],
      [t('invitations.facts.paid'), row.paidAt && timeOf(row.paidAt)],
      [t('invitations.facts.held'), row.reasons.map((one) => say(explain(one))).join(wordSpace[locale])],
      [t('invitations.facts.decision'), row.decision],
    ],
  )}${formsOf(visit, row)}</section>`
}

const timeOf = (iso: string): string => utcDateTime(Date.parse(iso) / 1000)

const acts = { accept, refuse, 'claw-back': takeBack } as const
/** A reason is asked for where somebody is refused; accepting gives none here. */
const asks = { accept: [] } as const

function formsOf(visit: Visit, { id, review, paidAt }: ListedInvitation): Part {
  const to = (actName: keyof typeof acts) => addressOf('invitations', id, actName)
  const folded = (actName: keyof typeof acts) =>
    html`<details${visit.path === to(actName) && html` open`}><summary>${visit.say(acts[actName].button ?? '')}</summary>${actForm(
      visit,
      acts[actName],
      { to: to(actName), except: SUBJECT, key: 'r' },
    )}</details>`
  const accepting = actForm(visit, accept, { to: to('accept'), asks: asks.accept, isMain: true, key: 'a' })
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
