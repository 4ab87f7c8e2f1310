import { fixedChance } from './chance.ts'
import type { DevicePlan, Habit } from './people.ts'

/** Running times of the simulated PCs, in UTC Unix milliseconds at whole seconds. */

export interface Span {
  from: number
  to: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const RESTART_EVERY_DAYS = 5

/** 1970-01-01 was a Thursday. */
const isWeekend = (day: number): boolean => [2, 3].includes(Math.floor(day / DAY) % 7)

/** Spans of one UTC day as offsets from 00:00; `swing` returns a fixed variation of up to this many minutes. */
const days: Record<
  Habit,
  (of: { weekend: boolean; index: number; swing(name: string, minutes: number): number }) => Span[]
> = {
  always: ({ index, swing }) => {
    if (index % RESTART_EVERY_DAYS !== 0) return [{ from: 0, to: DAY }]
    const restart = 3 * HOUR + swing('restart', 120)
    return [
      { from: 0, to: restart },
      { from: restart + 9 * MINUTE + swing('pause', 4), to: DAY },
    ]
  },
  nights: ({ weekend, swing }) =>
    weekend
      ? [{ from: 0, to: DAY }]
      : [
          { from: 0, to: 7 * HOUR + swing('morning', 30) },
          { from: 18.5 * HOUR + swing('evening', 50), to: DAY },
        ],
  evenings: ({ swing }) => [{ from: 16.5 * HOUR + swing('start', 60), to: 21.5 * HOUR + swing('end', 70) }],
  office: ({ weekend, swing }) =>
    weekend ? [] : [{ from: 8 * HOUR + swing('start', 25), to: 17.5 * HOUR + swing('end', 40) }],
}

/** Spans in which a device is online, cut to the range; adjacent spans are merged. */
export function spansOf(plan: DevicePlan, { from, to }: Span): Span[] {
  const spans: Span[] = []
  for (let day = Math.floor(from / DAY) * DAY; day < to; day += DAY)
    for (const span of spansOfDay(plan, day)) {
      const cut = { from: Math.max(from, day + span.from), to: Math.min(to, day + span.to) }
      const last = spans.at(-1)
      if (cut.to <= cut.from) continue
      if (last?.to === cut.from) last.to = cut.to
      else spans.push(cut)
    }
  return spans
}

function spansOfDay(plan: DevicePlan, day: number): Span[] {
  const index = Math.floor(day / DAY) + plan.name.length
  const swing = (name: string, minutes: number) =>
    Math.round((fixedChance(plan.name, day, name) * 2 - 1) * minutes * 60) * 1000
  return days[plan.habit]({ weekend: isWeekend(day), index, swing })
}

export const isOn = (plan: DevicePlan, now: number): boolean => spansOf(plan, { from: now, to: now + 1 }).length > 0

/** Hashes a second in the hour of a moment: lower while somebody uses the PC, which is more frequent by day. */
export function rateAt(plan: DevicePlan, time: number): number {
  const hour = Math.floor(time / HOUR)
  const drift = 0.92 + 0.16 * fixedChance(plan.name, hour)
  const isDay = hour % 24 >= 7 && hour % 24 < 23
  const isUsed = fixedChance(plan.name, hour, 'used') < (isDay ? 0.4 : 0.15)
  return plan.rate * drift * (isUsed ? 0.2 + 0.5 * fixedChance(plan.name, hour, 'left') : 1)
}
