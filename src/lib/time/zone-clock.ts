import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

/** The minute of the day that it is in a zone, at a moment in Unix milliseconds. Throws a RangeError for an unknown zone. */
export function minuteIn(zone: string, at: number): number {
  const moment = dayjs(at).tz(zone)
  return moment.hour() * 60 + moment.minute()
}
