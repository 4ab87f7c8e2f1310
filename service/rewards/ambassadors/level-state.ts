import type { AmbassadorInfo } from '#lib/contract/ambassadors.ts'
import { dayAfter, startOf } from '#lib/time/days.ts'
import type { Figures } from './levels.ts'

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string): number => Math.round((startOf(to) - startOf(from)) / DAY_MS)

/** State of an ambassador after the last evaluated day. */
export interface AmbassadorState {
  level: number
  since: string
  daysTwo: number
  daysThree: number
  daysBelow: number
  /** Valid devices on the last evaluated day, over one and two invite levels. */
  direct: number
  bothTiers: number
}

/** Conditions of the next level; null at the highest level, and at level 0, which needs an application. */
export function nextLevel(of: AmbassadorState, by: Figures): AmbassadorInfo['next'] {
  if (of.level === 1)
    return { level: 2, devices: of.direct, needed: by.two, days: of.daysTwo, neededDays: by.promotion }
  if (of.level === 2)
    return { level: 3, devices: of.bothTiers, needed: by.three, days: of.daysThree, neededDays: by.promotion }
  return null
}

/** Consecutive days with too few devices for the level; null for levels without this rule. */
export function belowOf(of: AmbassadorState, by: Figures): AmbassadorInfo['below'] {
  if (of.level < 2) return null
  const needed = of.level === 2 ? by.two : by.three
  return { days: of.daysBelow, daysLeft: by.demotion - of.daysBelow, needed }
}

/**
 * Until when the status is kept without further devices: until one of the required new devices is too old, and at least through the
 * first `keepDays`. `fresh` holds the new devices by day, newest first, within the period that ends on `day`, the last evaluated
 * one; remaining days count from `today`.
 */
export function statusKeptUntil(
  of: { since: string; day: string; today: string; fresh: readonly { day: string; fresh: number }[] },
  by: Figures,
): NonNullable<AmbassadorInfo['keep']> {
  const grace = dayAfter(of.since, by.keepDays - 1)
  const devices = of.fresh.reduce((sum, { fresh }) => sum + fresh, 0)
  let seen = 0
  const last = of.fresh.find(({ fresh }) => {
    seen += fresh
    return seen >= by.keepDevices
  })
  const keepEnd = last ? dayAfter(last.day, by.keepDays - 1) : of.day
  const until = [keepEnd, grace].sort()[1] ?? grace
  const daysLeft = Math.max(0, daysBetween(of.today, until))
  return { devices, needed: by.keepDevices, until, daysLeft, isSafe: devices >= by.keepDevices }
}
