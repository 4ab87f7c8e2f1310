import { formatCount, withMinus } from '#lib/text/decimal.ts'
import type invitations from '#locales/en/invitations.json'
import { texts } from '../core/texts/texts.ts'

export const m = texts<typeof invitations>('invitations')

/** A number of points, which may be below zero. */
export const countText = (points: number): string => withMinus(formatCount(points))

/** A gain or a loss of points, with its sign. */
export const signed = (points: number): string => (points < 0 ? '' : '+') + countText(points)
