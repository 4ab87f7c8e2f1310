import type { Selectable } from 'kysely'
import type { Invitation } from '#lib/contract/invitations.ts'
import { REMINDER_EVERY_SECONDS } from '#lib/rules/invitations.ts'
import { ACTIVE_INVITEE_DAYS } from '#lib/rules/points.ts'
import { dayAfter, dayAt } from '#lib/time/days.ts'
import { maskedEmail } from '#service/messaging/mail/email-address.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { missingOf, rewardStateOf } from './progress.ts'
import type { InvitationTable } from './tables.ts'

export interface Row extends Selectable<InvitationTable> {
  username: string
  /** Points of its paid shares, and of those that wait for a review. */
  share_points: string
  held_share_points: string
}

/** Revenue since this day makes an invitee active on the day of `now`. */
export const activeSince = (now: number): string => dayAfter(dayAt(now), -ACTIVE_INVITEE_DAYS)

export function toInvitation(row: Row, now: number): Invitation {
  const linked = row.linked_at !== null
  const progress = { linked, validDay: row.valid_day, earnedDay: row.earned_day }
  const paid = row.paid_at !== null
  const state = rewardStateOf({ review: row.review, paid, linked })
  const reward = Number(row.reward)
  return {
    id: row.id,
    account: maskedEmail(row.username),
    registeredAt: unixSeconds(row.registered_at),
    linkedAt: row.linked_at && unixSeconds(row.linked_at),
    state: linked ? 'success' : 'pending',
    active: row.last_revenue_day !== null && row.last_revenue_day >= activeSince(now),
    lastRevenueDay: row.last_revenue_day,
    checklist: {
      bestDaySeconds: row.best_day_seconds,
      validDay: row.valid_day,
      earnedDay: row.earned_day,
      missing: missingOf(progress),
    },
    reward: { state, signs: state === 'review' ? row.reasons.map(({ sign }) => sign) : [] },
    points: state === 'reversed' ? 0 : (paid ? reward : 0) + Number(row.share_points),
    heldPoints: state === 'review' ? (paid ? 0 : reward) + Number(row.held_share_points) : 0,
    reminder: reminderOf(row, missingOf(progress) === null, now),
  }
}

function reminderOf(row: Row, needless: boolean, now: number): Invitation['reminder'] {
  if (needless) return { state: 'needless', nextAt: null }
  if (row.reminders_refused_at !== null) return { state: 'refused', nextAt: null }
  const nextAt = row.reminded_at && unixSeconds(row.reminded_at) + REMINDER_EVERY_SECONDS
  if (nextAt !== null && nextAt > unixSeconds(now)) return { state: 'waiting', nextAt }
  return { state: 'possible', nextAt: null }
}
