import * as v from 'valibot'
import { Amount, CurrencyCode, UtcDay } from './amounts.ts'
import { endpoint, publicRead } from './endpoint.ts'
import { Count, NoFields, UnixSeconds } from './fields.ts'
import { hasKeyOfSort, type Sorts, sortedRequest, sortKey } from './keys.ts'
import { label } from './labels.ts'
import { pagedReply } from './paging.ts'

/** 0: not an ambassador, or no longer one. */
export const Level = v.picklist([0, 1, 2, 3])
export type Level = v.InferOutput<typeof Level>

export const levelCauses = ['approved', 'appointed', 'promoted', 'demoted', 'lapsed', 'revoked'] as const

/** Percent of what invitees mine, by level and invite level. */
const Shares = v.array(v.object({ level: Level, direct: v.number(), second: v.number() }))

/** Today's shares, for visitors. */
export const ambassadorSharesRead = publicRead('/ambassador-shares', v.object({ shares: Shares }))

export const AmbassadorInfo = v.object({
  level: Level,
  /** The day of the approval, and the first day of the level. */
  since: v.nullable(UtcDay),
  levelSince: v.nullable(UtcDay),
  /** Friends whose invitation reward was paid. */
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
  /** Valid devices of direct invitees and of both tiers so far today; they count only after the day is settled. */
  today: v.object({ direct: Count, bothTiers: Count }),
  /** The last evaluated day. */
  lastDay: v.nullable(v.object({ day: UtcDay, direct: Count, bothTiers: Count })),
  /** Requirements of the next level: devices per day, and consecutive days with that many. */
  next: v.nullable(v.object({ level: Level, devices: Count, needed: Count, days: Count, neededDays: Count })),
  /** New devices in the counted days, and the last day on which they keep the status. */
  keep: v.nullable(v.object({ devices: Count, needed: Count, until: UtcDay, daysLeft: Count, isSafe: v.boolean() })),
  /** Consecutive days with too few devices for the level, and days left before it is lowered. */
  below: v.nullable(v.object({ days: Count, daysLeft: Count, needed: Count })),
  shares: Shares,
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
    /** One row a day of the range; a day without data has zeros. */
    days: v.array(
      v.object({ date: UtcDay, evaluated: v.boolean(), level: Level, direct: Count, bothTiers: Count, fresh: Count }),
    ),
  }),
  refuses: ['RANGE_REVERSED', 'RANGE_TOO_LONG'],
})

export const AmbassadorProfit = v.object({
  day: UtcDay,
  currencyCode: CurrencyCode,
  /** The ambassador's level on the day, and the tier of the miner: 1 invitees, 2 their invitees. */
  level: Level,
  tier: v.picklist([1, 2]),
  /** Amount mined by that tier, and the ambassador's percent of it. */
  base: Amount,
  percent: v.number(),
  amount: Amount,
})
export type AmbassadorProfit = v.InferOutput<typeof AmbassadorProfit>

/** Amounts are sorted coin by coin. */
export const profitSorts = {
  day: ['day', 'id', 'number'],
  amount: ['id', 'amount', 'day', 'number'],
} as const satisfies Sorts

export const ambassadorProfits = endpoint('/user-income-detail/get-ambassador-profit-history', {
  auth: true,
  request: v.pipe(v.object(sortedRequest(5, profitSorts, 'day')), hasKeyOfSort(profitSorts)),
  reply: pagedReply(AmbassadorProfit, {
    next: v.nullable(sortKey(profitSorts)),
    sums: v.array(v.object({ currencyCode: CurrencyCode, amount: Amount })),
  }),
})

export const applyAsAmbassador = endpoint('/user/ambassador-apply', {
  auth: true,
  request: v.object({ contact: label(120) }),
  reply: NoFields,
  refuses: ['TOO_FEW_FRIENDS', 'AMBASSADOR_ALREADY', 'APPLICATION_OPEN'],
})
