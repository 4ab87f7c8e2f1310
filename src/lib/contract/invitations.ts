import * as v from 'valibot'
import { UtcDay } from './amounts.ts'
import { endpoint, publicRead } from './endpoint.ts'
import { Count, Id, NoFields, UnixSeconds } from './fields.ts'
import { pagedReply, pageSizeRequest, statusFilter } from './paging.ts'

/** Reasons why an invitation is reviewed by a person before it is paid. */
export const reviewReasons = ['machine', 'machine-unknown', 'network', 'many', 'burst'] as const
export const ReviewReason = v.picklist(reviewReasons)
export type ReviewReason = v.InferOutput<typeof ReviewReason>

/** The next condition that the invitee has to meet; null when all are met. */
export const MissingCondition = v.nullable(v.picklist(['device', 'hours', 'revenue']))
export type MissingCondition = v.InferOutput<typeof MissingCondition>

/**
 * State of an invitation's reward: `open` before a device is bound, `confirming` until a valid day with revenue,
 * `review` while a person reviews it, then `paid`, `refused`, or taken back.
 */
export const RewardState = v.picklist(['open', 'confirming', 'review', 'paid', 'refused', 'reversed'])
export type RewardState = v.InferOutput<typeof RewardState>

/** Points of a day less points taken back on it; may be negative. */
const DayPoints = v.pipe(v.number(), v.integer())

export const Invitation = v.object({
  id: Id,
  /** The invitee's address, masked by the service. */
  account: v.string(),
  registeredAt: UnixSeconds,
  linkedAt: v.nullable(UnixSeconds),
  /** Registered, or with a first device (SPEC-4.27, SPEC-4.28). */
  state: v.picklist(['pending', 'success']),
  /** Revenue in the last 30 days. */
  active: v.boolean(),
  lastRevenueDay: v.nullable(UtcDay),
  checklist: v.object({
    /** Longest online time of one device on a UTC day, in seconds. */
    bestDaySeconds: Count,
    validDay: v.nullable(UtcDay),
    earnedDay: v.nullable(UtcDay),
    missing: MissingCondition,
  }),
  reward: v.object({ state: RewardState, signs: v.array(ReviewReason) }),
  /** Points paid for this invitee, and points under review. */
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
  request: v.object({ ...pageSizeRequest(5), status: v.optional(statusFilter(inviteStatuses, 'all'), 'all') }),
  reply: pagedReply(Invitation),
})

export const inviteCount = endpoint('/user/invite-count', {
  auth: true,
  request: NoFields,
  reply: v.object({
    registered: Count,
    registeredThisWeek: Count,
    linked: Count,
    pending: Count,
    active: Count,
    underReview: Count,
    points: Count,
    /** Last settled day of the invitation; null before the first. */
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

const ReferralReward = v.object({
  invitationId: Id,
  account: v.string(),
  day: UtcDay,
  source: v.picklist(['referral', 'share']),
  /** Points mined by the invitee's devices, of which the share is taken. */
  base: v.nullable(Count),
  points: Count,
  state: v.picklist(['paid', 'review', 'refused', 'reversed']),
})

/** Rewards from invitees, newest day first: of all, or of one invitation. */
export const inviteOrderList = endpoint('/user/invite-order-list', {
  auth: true,
  request: v.object({ ...pageSizeRequest(5), id: v.optional(Id) }),
  reply: pagedReply(ReferralReward),
})

export const shareH5 = endpoint('/user/share-h5', {
  auth: true,
  request: NoFields,
  reply: v.object({ inviteCode: v.string(), link: v.string(), title: v.string(), text: v.string() }),
})

export const remindInvitee = endpoint('/user/invite-remind', {
  auth: true,
  request: v.object({ id: Id }),
  reply: v.object({ nextAt: UnixSeconds }),
  refuses: ['INVITATION_UNKNOWN', 'REMINDER_NEEDLESS', 'REMINDER_TOO_SOON', 'REMINDERS_REFUSED'],
})

/** Stops reminders to the invitee for good: in the account, or by the link of a mail. */
export const refuseReminders = endpoint('/user/invite-no-reminders', { auth: true, request: NoFields, reply: NoFields })

export const Inviter = v.object({ name: v.nullable(v.string()) })
/** The inviter of a code, masked; null for an unknown code. */
export const inviterRead = publicRead('/inviter', Inviter)
