import * as v from 'valibot'
import { Amount, CurrencyCode, UtcDay } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { Count, NoFields, UnixSeconds } from './fields.ts'
import { label } from './labels.ts'
import { pagedReply, pageRequest } from './paging.ts'

/** 0 is no ambassador, or one no more. */
export const Level = v.picklist([0, 1, 2, 3])
export type Level = v.InferOutput<typeof Level>

export const levelCauses = ['approved', 'appointed', 'promoted', 'demoted', 'lapsed', 'revoked'] as const

export const AmbassadorInfo = v.object({
  level: Level,
  /** The day of the approval, and the first day of the level. */
  since: v.nullable(UtcDay),
  levelSince: v.nullable(UtcDay),
  /** Friends whose invitation was paid. */
  validFriends: Count,
  application: v.nullable(
    v.object({
      state: v.picklist(['open', 'approved', 'refused']),
      askedAt: UnixSeconds,
      reason: v.nullable(v.string()),
      reasonZh: v.nullable(v.string()),
    }),
  ),
  canApply: v.boolean(),
  /** Valid devices of the invitees, and of these and theirs, so far today: they decide nothing before the day is settled. */
  today: v.object({ direct: Count, bothTiers: Count }),
  /** The last day that was evaluated. */
  lastDay: v.nullable(v.object({ day: UtcDay, direct: Count, bothTiers: Count })),
  /** What separates from the next level: devices that a day takes, and days in a row that have them. */
  next: v.nullable(v.object({ level: Level, devices: Count, needed: Count, days: Count, neededDays: Count })),
  /** New devices within the days that count, and the last day that they keep the status. */
  keep: v.nullable(v.object({ devices: Count, needed: Count, until: UtcDay, daysLeft: Count, isSafe: v.boolean() })),
  /** Days in a row with too few devices for the level, and those that are left before it is lowered. */
  below: v.nullable(v.object({ days: Count, daysLeft: Count, needed: Count })),
  /** Percent of what invitees mine, by level and invite level. */
  shares: v.array(v.object({ level: Level, direct: v.number(), second: v.number() })),
  history: v.array(
    v.object({
      day: UtcDay,
      before: Level,
      after: Level,
      cause: v.picklist(levelCauses),
      reason: v.nullable(v.string()),
      reasonZh: v.nullable(v.string()),
    }),
  ),
})
export type AmbassadorInfo = v.InferOutput<typeof AmbassadorInfo>

export const ambassadorInfo = endpoint('/user/get-ambassador-info', {
  auth: true,
  request: NoFields,
  reply: AmbassadorInfo,
})

export const ambassadorDevices = endpoint('/user/get-ambassador-device-history', {
  auth: true,
  request: v.object({ startDate: UtcDay, endDate: UtcDay }),
  reply: v.object({
    /** One row a day of the range; a day without a row of its own had none. */
    days: v.array(
      v.object({ date: UtcDay, evaluated: v.boolean(), level: Level, direct: Count, bothTiers: Count, fresh: Count }),
    ),
  }),
  refuses: ['RANGE_REVERSED', 'RANGE_TOO_LONG'],
})

export const AmbassadorProfit = v.object({
  day: UtcDay,
  currencyCode: CurrencyCode,
  /** The ambassador's level on the day, and how far away who mined it is: 1 invitees, 2 theirs. */
  level: Level,
  tier: v.picklist([1, 2]),
  /** What these mined, and the percent of it. */
  base: Amount,
  percent: v.number(),
  amount: Amount,
})
export type AmbassadorProfit = v.InferOutput<typeof AmbassadorProfit>

export const ambassadorProfits = endpoint('/user-income-detail/get-ambassador-profit-history', {
  auth: true,
  request: v.object(pageRequest(5)),
  reply: pagedReply(AmbassadorProfit, {
    sums: v.array(v.object({ currencyCode: CurrencyCode, amount: Amount })),
  }),
})

export const applyAsAmbassador = endpoint('/user/ambassador-apply', {
  auth: true,
  request: v.object({ contact: label(120) }),
  reply: NoFields,
  refuses: ['TOO_FEW_FRIENDS', 'AMBASSADOR_ALREADY', 'APPLICATION_OPEN'],
})
