import type { Selectable } from 'kysely'
import { utcDateTime } from '#lib/time/format.ts'
import { maskedEmail } from '#service/messaging/mail/email-address.ts'
import type { Reason } from '#service/messaging/mail/letters.ts'
import { anyReasonFields, reasonFields, reasonIn, reasonText } from '#service/messaging/mail/operator-reasons.ts'
import { OverdrawnError } from '#service/money/ledger/post.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { byTimeAndId, type SliceRequest, sliceOf } from '#service/platform/db/pagination.ts'
import { type Change, type Command, type CommandContext, defineAct, type View } from '#service/platform/operator/act.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { choice, required, sliceFields, withDefault, word } from '#service/platform/operator/fields.ts'
import { type Phrase, phrase, term } from '#service/platform/operator/phrase.ts'
import { explain } from '#service/rewards/invitations/reason-texts.ts'
import {
  acceptInvitation,
  clawBack,
  type Decision,
  type Locked,
  lockInvitation,
  refuseInvitation,
} from '#service/rewards/invitations/reviews.ts'
import type { InvitationTable } from './tables.ts'

export const invitationStates = ['held', 'open', 'accepted', 'refused', 'reversed', 'all'] as const

const id = required(word('Invitation'), 'Which invitation? Give its id, as `invitations` lists it.')
const reasonHint = 'why; shown to the inviter'

export const listInvitations = defineAct({
  name: 'invitations',
  fields: {
    status: withDefault(
      choice(
        invitationStates,
        {
          value: 'STATUS',
          label: 'Status',
          hint: `which to list: ${invitationStates.join(', ')} (default held)`,
        },
        'is',
      ),
      'held',
    ),
    ...sliceFields(),
  },
  run: list,
})

export const accept = defineAct({
  name: 'invitations ID --accept',
  needsProof: true,
  role: 'finance',
  hint: 'pay what was held, and what comes',
  button: 'Accept and pay',
  fields: { word: id, ...anyReasonFields(reasonHint) },
  run: (context, { word: one, ...reasons }) =>
    change(context, {
      ...{ id: one, verb: 'accept', why: reasonIn(reasons) },
      ...{
        question: (about) => phrase`Accept, and pay, ${about}`,
        from: ['held'],
        decide: acceptInvitation,
        done: (one) => phrase`Invitation ${one} is accepted and paid.`,
      },
    }),
})

export const refuse = defineAct({
  name: 'invitations ID --refuse',
  role: 'support',
  hint: 'pay nothing, now or later',
  button: 'Refuse',
  fields: { word: id, ...reasonFields(reasonHint) },
  run: (context, { word: one, ...reasons }) =>
    change(context, {
      ...{ id: one, verb: 'refuse', why: reasonIn(reasons) },
      ...{
        question: (about) => phrase`Refuse ${about}`,
        from: ['held'],
        decide: refuseInvitation,
        done: (one) => phrase`Invitation ${one} is refused.`,
      },
    }),
})

export const takeBack = defineAct({
  name: 'invitations ID --claw-back',
  needsProof: true,
  hint: 'take back what was paid, by a reversing transfer',
  button: 'Take back what was paid',
  fields: { word: id, ...reasonFields(reasonHint) },
  run: (context, { word: one, ...reasons }) =>
    change(context, {
      ...{
        id: one,
        verb: 'claw-back',
        why: reasonIn(reasons),
        question: (about) => phrase`Take back the points of ${about}`,
      },
      ...{
        from: ['open', 'accepted', 'refused'],
        decide: reversePoints,
        done: (one) => phrase`Invitation ${one} was taken back.`,
      },
    }),
})

export const invitations: Command = {
  name: 'invitations',
  summary: 'Invitations under review, or accept, refuse or claw back one',
  acts: [listInvitations, accept, refuse, takeBack],
}

type Shown = Pick<
  Selectable<InvitationTable>,
  'id' | 'review' | 'registered_at' | 'earned_day' | 'paid_at' | 'reasons' | 'decision'
> & {
  inviter: string
  invitee: string
}

const listed = (row: Shown) => ({
  id: row.id,
  review: row.review,
  inviter: row.inviter,
  invitee: row.invitee,
  registeredAt: row.registered_at.toISOString(),
  earnedDay: row.earned_day,
  paidAt: row.paid_at?.toISOString() ?? null,
  reasons: row.reasons,
  decision: row.decision,
})

export type ListedInvitation = ReturnType<typeof listed>

const oldestFirst = byTimeAndId(
  { time: 'registered_at', id: 'invitations.id', direction: 'asc' },
  (row: Shown) => row.registered_at,
)

interface ListInput extends SliceRequest {
  status: (typeof invitationStates)[number]
}

async function list({ db }: CommandContext, { status, ...slice }: ListInput): Promise<View> {
  let query = db
    .selectFrom('invitations')
    .innerJoin('users as invitee', 'invitee.id', 'invitee_id')
    .innerJoin('users as inviter', 'inviter.id', 'invitations.inviter_id')
    .selectAll('invitations')
    .select(['invitee.username as invitee', 'inviter.username as inviter'])
  if (status !== 'all') query = query.where('review', '=', status)
  const { rows, keys } = await sliceOf(query, oldestFirst, slice)
  return {
    kind: 'view',
    keys,
    audit: `${rows.length} invitations (${status})`,
    data: rows.map(listed),
    table: {
      columns: [
        { title: 'Id' },
        { title: 'State' },
        { title: 'Inviter' },
        { title: 'Invitee' },
        { title: 'Registered' },
        { title: 'Earned' },
        { title: 'Why' },
      ],
      rows: rows.map((row) => [
        row.id,
        row.paid_at && row.review !== 'reversed' ? 'paid' : row.review,
        row.inviter,
        row.invitee,
        utcDateTime(unixSeconds(row.registered_at)),
        row.earned_day ?? '-',
        row.reasons.map((one) => String(explain(one))).join(' ') || row.decision || '',
      ]),
      empty: status === 'held' ? 'No invitation waits for a decision.' : 'There is no such invitation.',
    },
  }
}

async function reversePoints(db: Database, row: Locked, of: Decision): Promise<void> {
  try {
    await clawBack(db, row, of)
  } catch (error) {
    if (error instanceof OverdrawnError) throw refused('Its inviter has fewer points left than it brought.')
    throw error
  }
}

interface Review {
  id: string
  verb: string
  why: Reason
  question(about: Phrase): Phrase
  /** The states in which it can be done. */
  from: readonly Locked['review'][]
  decide: typeof acceptInvitation
  done(id: string): Phrase
}

async function change(
  context: CommandContext,
  { id, verb, why, question, from, decide, done }: Review,
): Promise<Change> {
  const reason = reasonText(why)
  const named = await lockInvitation(context.db, id)
  if (!named) throw refused(phrase`There is no invitation ${id}.`)
  const about = phrase`the invitation of ${named.username} (${maskedEmail(named.username)})`
  return {
    kind: 'change',
    question: reason ? phrase`${question(about)}, because: ${reason}?` : phrase`${question(about)}?`,
    audit: `${id}: ${verb}${reason && `: ${reason}`}`,
    async apply(db) {
      const row = await lockInvitation(db, id)
      if (!row || !from.includes(row.review)) throw refused(phrase`Invitation ${id} is ${term(row?.review ?? 'gone')}.`)
      await decide(db, row, { by: context.operator, ...why, now: context.now() })
      return { data: { id, act: verb }, text: done(id) }
    },
  }
}
