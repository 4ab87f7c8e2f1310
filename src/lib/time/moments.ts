/** A moment as a clock time, with the weekday where it is not today. */
export function formatMoment(at: number, tag: string, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return new Intl.DateTimeFormat(tag, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(!isToday && { weekday: 'short' }),
  }).format(at)
}

/** Eight in the morning of the next day, by this system's clock. */
export function nextMorning(now = Date.now()): number {
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, 8).getTime()
}
