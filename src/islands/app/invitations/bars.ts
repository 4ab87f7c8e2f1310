import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { inviteStatistics } from '#lib/contract/invitations.ts'
import { utcDayStart } from '#lib/time/format.ts'
import type { BarDay } from '#ui/chart/figures.ts'
import { countText } from './texts.ts'

/** Colours of points from invitations and from what invitees mined: those of the same sources on other screens. */
export const colors = ['#8A5F00', '#948464'] as const

/** Bars of days by source. A day with more points taken back than earned has no bar; its figures are in the table. */
export const barsOf = ({ days }: ReplyOf<typeof inviteStatistics>): BarDay[] =>
  days.map(({ date, settled, referral, share }) => ({
    at: utcDayStart(date) ?? 0,
    frozen: !settled,
    parts: [referral, share].map((points) => String(Math.max(0, points))),
    texts: [referral, share].map(countText),
    total: String(referral + share),
  }))
