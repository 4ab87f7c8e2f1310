import type { Selectable } from 'kysely'
import { utcDateTime } from '#lib/time/format.ts'
import { maskedEmail } from '#service/messaging/mail/email-address.ts'
import type { Reason } from '#service/messaging/mail/letters.ts'
import { anyReasonIn, reasonIn, reasonOptions, reasonText } from '#service/messaging/mail/operator-reasons.ts'
import { OverdrawnError } from '#service/money/ledger/post.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Asked, Change, Command, CommandContext, View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
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

/** Which invitations a list may be of. */
export const invitationStates = ['held', 'open', 'accepted', 'refused', 'reversed', 'all'] as const

type Act = 'accept' | 'refuse' | 'claw-back'
const acts: readonly Act[] = ['accept', 'refuse', 'claw-back']

export const invitations: Command = {
  name: 'invitations',
  summary: 'Invitations under review, or accept, refuse or claw back one',
  word: '[ID]',
  options: {
    status: { type: 'string', value: 'STATUS', hint: `which to list: ${invitationStates.join(', ')} (default held)` },
    limit: { type: 'string', value: 'N', hint: 'rows to show, 1 to 1000 (default 50)' },
    accept: { type: 'boolean', hint: 'pay what was held, and what comes' },
    refuse: { type: 'boolean', hint: 'pay nothing, now or later' },
    'claw-back': { type: 'boolean', hint: 'take back what was paid, by a reversing transfer' },
    ...reasonOptions('why; the inviter is told it'),
  },
  async run(context, asked) {
    const wanted = acts.filter((act) => asked.flag(act))
    const [act] = wanted
    if (wanted.length > 1) throw wrongUsage('Give one of --accept, --refuse and --claw-back.')
    if (asked.word === undefined) {
      if (act) throw wrongUsage('Which invitation? Give its id, as `invitations` lists it.')
      return list(context, asked)
    }
    if (!act) throw wrongUsage('What should happen? Give --accept, --refuse or --claw-back.')
    return change(context, { id: asked.word, act, why: act === 'accept' ? anyReasonIn(asked) : reasonIn(asked) })
  },
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

async function list({ db }: CommandContext, asked: Asked): Promise<View> {
  const status = invitationStates.find((one) => one === (asked.text('status') ?? 'held'))
  if (!status) throw wrongUsage(`--status is ${invitationStates.join(', ')}.`)
  let query = db
    .selectFrom('invitations')
    .innerJoin('users as invitee', 'invitee.id', 'invitee_id')
    .innerJoin('users as inviter', 'inviter.id', 'invitations.inviter_id')
    .selectAll('invitations')
    .select(['invitee.username as invitee', 'inviter.username as inviter'])
  if (status !== 'all') query = query.where('review', '=', status)
  const limit = asked.number('limit', { least: 1, most: 1000, usual: 50 })
  const rows = await query.orderBy('registered_at').orderBy('invitations.id').limit(limit).execute()
  return {
    kind: 'view',
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
        row.reasons.map(explain).join(' ') || row.decision || '',
      ]),
      empty: status === 'held' ? 'No invitation waits for a decision.' : 'There is no such invitation.',
    },
  }
}

const ways: Record<
  Act,
  { ask: string; may: readonly Locked['review'][]; does: typeof acceptInvitation; done: string }
> = {
  accept: { ask: 'Accept, and pay,', may: ['held'], does: acceptInvitation, done: 'is accepted and paid.' },
  refuse: { ask: 'Refuse', may: ['held'], does: refuseInvitation, done: 'is refused.' },
  'claw-back': {
    ask: 'Take back the points of',
    may: ['open', 'accepted', 'refused'],
    does: take,
    done: 'was taken back.',
  },
}

async function take(db: Database, row: Locked, of: Decision): Promise<void> {
  try {
    await clawBack(db, row, of)
  } catch (error) {
    if (error instanceof OverdrawnError) throw refused('Its inviter has fewer points left than it brought.')
    throw error
  }
}

async function change(
  context: CommandContext,
  { id, act, why }: { id: string; act: Act; why: Reason },
): Promise<Change> {
  const { ask, may, does, done } = ways[act]
  const reason = reasonText(why)
  const named = await lockInvitation(context.db, id)
  if (!named) throw refused(`There is no invitation ${id}.`)
  const about = `the invitation of ${named.username} (${maskedEmail(named.username)})`
  return {
    kind: 'change',
    question: `${ask} ${about}${reason && `, because: ${reason}`}?`,
    audit: `${id}: ${act}${reason && `: ${reason}`}`,
    async apply(db) {
      const row = await lockInvitation(db, id)
      if (!row || !may.includes(row.review)) throw refused(`Invitation ${id} is ${row?.review ?? 'gone'}.`)
      await does(db, row, { by: context.operator, ...why, now: context.now() })
      return { data: { id, act }, text: `Invitation ${id} ${done}` }
    },
  }
}
