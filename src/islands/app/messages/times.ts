import { splitDuration } from '#lib/time/duration.ts'
import { localDateTime, utcDate } from '#lib/time/format.ts'
import { serviceSeconds } from '../core/calls/service-clock.ts'
import { m } from './texts.ts'

/** From this age on a date is shown instead of the age. */
const WEEK_DAYS = 7

export const yourTime = (time: number): string => m('yourTime', { time: localDateTime(time) })

/** How long ago a moment was, in its largest unit; its UTC day after a week. */
export function agoText(time: number): string {
  const { days, hours, minutes } = splitDuration(serviceSeconds() - time)
  if (days >= WEEK_DAYS) return utcDate(time)
  if (days > 0) return m('ago.days', { count: days })
  if (hours > 0) return m('ago.hours', { count: hours })
  return minutes > 0 ? m('ago.minutes', { count: minutes }) : m('ago.now')
}
