import * as v from 'valibot'
import { UtcDay } from './amounts.ts'
import { endpoint, publicRead } from './endpoint.ts'
import { Count, Id, nothing, UnixSeconds } from './fields.ts'
import { pagedReply, pageSizeAsked, statusAsked } from './paging.ts'

/** What makes a person look at an invitation before it is paid. */
export const signs = ['machine', 'machine-unknown', 'network', 'many', 'burst'] as const
export const Sign = v.picklist(signs)
export type Sign = v.InferOutput<typeof Sign>

/** What an invitee still has to do; null when everything is done. */
export const Missing = v.nullable(v.picklist(['device', 'hours', 'revenue']))
export type Missing = v.InferOutput<typeof Missing>

/**
 * Where the points of an invitation stand: `open` before a device is bound, `confirming` until it has a valid day with
 * revenue, `review` while a person looks at it, `paid`, `refused`, or taken back.
 */
export const RewardState = v.picklist(['open', 'confirming', 'review', 'paid', 'refused', 'reversed'])
export type RewardState = v.InferOutput<typeof RewardState>

/** Points of a day, less what was taken back on it: below zero where that was more. */
const DayPoints = v.pipe(v.number(), v.integer())

export const Invitation = v.object({
  id: Id,
  /** The invitee's address, masked by the service. */
  account: v.string(),
  registeredAt: UnixSeconds,
  linkedAt: v.nullable(UnixSeconds),
  /** Registered, or with a first device (SPEC-4.27, SPEC-4.28). */
  state: v.picklist(['pending', 'success']),
  /** With revenue in the last 30 days. */
  active: v.boolean(),
  lastRevenueDay: v.nullable(UtcDay),
  checklist: v.object({
    /** The longest that a device was online on a UTC day, in seconds. */
    bestDaySeconds: Count,
    validDay: v.nullable(UtcDay),
    earnedDay: v.nullable(UtcDay),
    missing: Missing,
  }),
  reward: v.object({ state: RewardState, signs: v.array(Sign) }),
  /** Everything that was paid for this invitee, and what is under review. */
  points: Count,
  heldPoints: Count,
  reminder: v.object({
    state: v.picklist(['possible', 'waiting', 'refused', 'needless']),
    nextAt: v.nullable(UnixSeconds),
  }),
})
export type Invitation = v.InferOutput<typeof Invitation>

const inviteStatuses = ['all', 'pending', 'success'] as const
export type InviteStatus = (typeof inviteStatuses)[number]

export const inviteList = endpoint('/user/invite-list', {
  auth: true,
  request: v.object({ ...pageSizeAsked(5), status: v.optional(statusAsked(inviteStatuses, 'all'), 'all') }),
  reply: pagedReply(Invitation),
})

export const inviteCount = endpoint('/user/invite-count', {
  auth: true,
  request: nothing,
  reply: v.object({
    registered: Count,
    registeredThisWeek: Count,
    linked: Count,
    pending: Count,
    active: Count,
    underReview: Count,
    points: Count,
    /** Of the last day that is settled for invitations; null before there was one. */
    lastDay: v.nullable(v.object({ day: UtcDay, points: DayPoints })),
    referrer: v.nullable(v.object({ account: v.string(), since: UnixSeconds, remindersRefused: v.boolean() })),
  }),
})

export const inviteStatistics = endpoint('/user/invite-statistics', {
  auth: true,
  request: v.object({ startDate: UtcDay, endDate: UtcDay }),
  reply: v.object({
    /** One row a day of the range. */
    days: v.array(
      v.object({
        ...{ date: UtcDay, registered: Count, linked: Count, referral: DayPoints, share: DayPoints },
        settled: v.boolean(),
      }),
    ),
  }),
  refuses: ['RANGE_REVERSED', 'RANGE_TOO_LONG'],
})

const Brought = v.object({
  invitationId: Id,
  account: v.string(),
  day: UtcDay,
  source: v.picklist(['referral', 'share']),
  /** The points of the invitee's devices that a share is of. */
  base: v.nullable(Count),
  points: Count,
  state: v.picklist(['paid', 'review', 'refused', 'reversed']),
})

/** What invitees brought, newest day first: of all, or of one invitation. */
export const inviteOrderList = endpoint('/user/invite-order-list', {
  auth: true,
  request: v.object({ ...pageSizeAsked(5), id: v.optional(Id) }),
  reply: pagedReply(Brought),
})

export const shareH5 = endpoint('/user/share-h5', {
  auth: true,
  request: nothing,
  reply: v.object({ inviteCode: v.string(), link: v.string(), title: v.string(), text: v.string() }),
})

export const remindInvitee = endpoint('/user/invite-remind', {
  auth: true,
  request: v.object({ id: Id }),
  reply: v.object({ nextAt: UnixSeconds }),
  refuses: ['INVITATION_UNKNOWN', 'REMINDER_NEEDLESS', 'REMINDER_TOO_SOON', 'REMINDERS_REFUSED'],
})

/** The invitee wants no reminders any more: by the account, or by the link of a mail. There is no way back. */
export const refuseReminders = endpoint('/user/invite-no-reminders', { auth: true, request: nothing, reply: nothing })

export const Inviter = v.object({ name: v.nullable(v.string()) })
/** Who invites with a code, masked; null for a code of nobody. */
export const inviterRead = publicRead('/inviter', Inviter)
