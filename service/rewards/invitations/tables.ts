import type { ColumnType, Generated } from 'kysely'
import type { ReviewReason } from '#lib/contract/invitations.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    invitations: InvitationTable
    invitation_shares: InvitationShareTable
    invitation_days: InvitationDayTable
    invitation_residue: InvitationResidueTable
  }
}

/** A UTC day, `YYYY-MM-DD`. */
type Day = string

/** int8 comes from the driver as a string. */
type Big = ColumnType<string, string | number | bigint, string | number | bigint>

/** Reason of a review, with the evidence that operators see. */
export interface Reason {
  sign: ReviewReason
  evidence: string
}

export interface InvitationTable {
  id: string
  invitee_id: string
  inviter_id: string
  registered_at: Date
  /** Keyed hash of the user agent at the registration. */
  agent: string | null
  lang: 'en' | 'zh'
  linked_at: Generated<Date | null>
  best_day_seconds: Generated<number>
  /** The first day on which a device was valid, and the first on which a valid one had revenue. */
  valid_day: Generated<Day | null>
  earned_day: Generated<Day | null>
  /** Points for the invitation, from the day on which it was earned; paid or held. */
  reward: Generated<string>
  last_revenue_day: Generated<Day | null>
  review: Generated<'open' | 'held' | 'accepted' | 'refused' | 'reversed'>
  reasons: ColumnType<Reason[], string | undefined, string>
  judged_at: Generated<Date | null>
  decided_at: Generated<Date | null>
  decided_by: Generated<string | null>
  decision: Generated<string | null>
  paid_at: Generated<Date | null>
  reminded_at: Generated<Date | null>
  reminders_refused_at: Generated<Date | null>
}

interface InvitationShareTable {
  invitee_id: string
  day: Day
  /** 0, or more where the day had been settled before it was over. */
  part: number
  inviter_id: string
  base: Big
  points: Big
  /** Hundredths of a point that rounding down has cut off. */
  hundredths: number
  paid_at: Date | null
  reversed_at: Generated<Date | null>
}

interface InvitationDayTable {
  day: Day
  part: number
  last_invitee: string
  ended_at: Date | null
}

interface InvitationResidueTable {
  /** Hundredths of a point that paid shares have cut off in all. */
  total: Big
}
