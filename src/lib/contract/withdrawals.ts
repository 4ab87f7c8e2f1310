import * as v from 'valibot'
import { Amount, ChainCode, CurrencyCode } from './amounts.ts'
import { EarningType } from './earnings.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, NoFields, UnixSeconds } from './fields.ts'
import { hasKeyOfSort, keyedReply, type Sorts, sortedRequest, sortKey } from './keys.ts'
import { statusesFilter } from './paging.ts'

/** Status of a withdrawal by name and wire number; -100 means no filter (ADR-118, SPEC-9.26). */
export const withdrawalStatus = { any: -100, cancelled: -1, pending: 0, approved: 1, refused: 2, credited: 3 } as const

/** The `muchStatus` value of each filter (SPEC-4.9 to SPEC-4.12). */
export const withdrawalFilters = {
  total: undefined,
  success: [withdrawalStatus.credited],
  pending: [withdrawalStatus.pending, withdrawalStatus.approved],
  failed: [withdrawalStatus.refused, withdrawalStatus.cancelled],
} as const

const { any: _, ...statuses } = withdrawalStatus
export type WithdrawalStatusName = keyof typeof statuses

/** Why a requested withdrawal is not paid before a time. */
const Hold = v.object({
  until: UnixSeconds,
  /** `address`: new or changed. `credentials`: a password of the account was changed. */
  reasons: v.array(v.picklist(['address', 'credentials'])),
})

const common = {
  _id: Id,
  time: UnixSeconds,
  /** Latest time of its payment. */
  dueAt: UnixSeconds,
  currencyCode: CurrencyCode,
  chainCode: ChainCode,
  chainName: v.string(),
  amount: Amount,
  networkFee: Amount,
  /** Amount less network fee. */
  receiveAmount: Amount,
  /** The address's name at the time of the request, and the full address. */
  addressName: v.string(),
  pickupAddress: v.string(),
}

export const Withdrawal = v.variant('status', [
  /** Only this state can be cancelled. `hold` is null if nothing delays it. */
  v.object({ ...common, status: v.literal(statuses.pending), hold: v.nullable(Hold) }),
  v.object({ ...common, status: v.literal(statuses.approved) }),
  v.object({
    ...common,
    status: v.literal(statuses.refused),
    closedAt: UnixSeconds,
    reason: v.string(),
    /** Null if the reason was written in one language. */
    reasonZh: v.nullable(v.string()),
  }),
  v.object({ ...common, status: v.literal(statuses.credited), closedAt: UnixSeconds, transactionId: v.string() }),
  v.object({ ...common, status: v.literal(statuses.cancelled), closedAt: UnixSeconds }),
])
export type Withdrawal = v.InferOutput<typeof Withdrawal>

/**
 * Current fee of each network and its limits: `minimum`, more than the fee, and `normal`, above which withdrawals are
 * always possible.
 */
export const withdrawalFee = endpoint('/withdrawal-log/fee', {
  auth: true,
  request: NoFields,
  reply: v.object({
    list: v.array(
      v.object({
        currencyCode: CurrencyCode,
        chainCode: ChainCode,
        chainName: v.string(),
        fee: Amount,
        minimum: Amount,
        normal: Amount,
      }),
    ),
  }),
})

export const cancelWithdrawal = endpoint('/withdrawal-log/cancel-withdraw', {
  auth: true,
  request: v.object({ _id: Id }),
  reply: Withdrawal,
  refuses: ['WITHDRAWAL_UNKNOWN', 'WITHDRAWAL_NOT_PENDING'],
})

/** Amounts are sorted coin by coin, statuses by their names. */
export const withdrawalSorts = {
  time: ['time', 'id'],
  amount: ['id', 'amount', 'id'],
  status: ['id', 'time', 'id'],
} as const satisfies Sorts

export const withdrawalList = endpoint('/withdrawal-log/list', {
  auth: true,
  request: v.pipe(
    v.object({
      ...sortedRequest(20, withdrawalSorts, 'time'),
      status: v.optional(v.picklist(Object.values(withdrawalStatus)), withdrawalStatus.any),
      muchStatus: v.optional(statusesFilter(Object.values(statuses))),
      currencyCode: v.optional(CurrencyCode),
      startTime: v.optional(UnixSeconds),
      endTime: v.optional(UnixSeconds),
      /** PC and cloud earnings share one balance: the client sends it, and it filters nothing. */
      type: v.optional(EarningType),
    }),
    hasKeyOfSort(withdrawalSorts),
  ),
  reply: keyedReply(Withdrawal, sortKey(withdrawalSorts)),
  refuses: ['RANGE_REVERSED'],
})

export const withdrawalOverview = endpoint('/withdrawal-log/overview-data', {
  auth: true,
  request: NoFields,
  reply: v.object({
    coins: v.array(
      v.object({
        currencyCode: CurrencyCode,
        balance: Amount,
        withdrawing: Amount,
        withdrawn: Amount,
        /** When the next small withdrawal is allowed; null if now. */
        smallFrom: v.nullable(UnixSeconds),
      }),
    ),
    counts: v.object({ total: Count, success: Count, pending: Count, failed: Count }),
    /** All withdrawals are on hold until then after a change of password; null if not. */
    holdUntil: v.nullable(UnixSeconds),
    serverTime: UnixSeconds,
  }),
})
