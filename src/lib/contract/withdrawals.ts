import * as v from 'valibot'
import { Amount, ChainCode, CurrencyCode, TypedAmount } from './amounts.ts'
import { FactorCode } from './codes.ts'
import { EarningType } from './earnings.ts'
import { endpoint } from './endpoint.ts'
import { factorRefusals } from './factor-code.ts'
import { Count, Id, Md5Digest, nothing, UnixSeconds } from './fields.ts'
import { pageAsked, pagedReply, statusesAsked } from './paging.ts'
import { paymentRefusals } from './payment-password.ts'
import { RequestId, requestRefusals } from './requests.ts'
import { WalletAddress } from './wallet-address.ts'

/** Where a withdrawal stands, by name and by its number on the wire; -100 stands for no filter (ADR-118, SPEC-9.26). */
export const withdrawalStatus = { any: -100, cancelled: -1, pending: 0, approved: 1, refused: 2, credited: 3 } as const

/** What each filter sends as `muchStatus` (SPEC-4.9 to SPEC-4.12). */
export const withdrawalFilters = {
  total: undefined,
  success: [withdrawalStatus.credited],
  pending: [withdrawalStatus.pending, withdrawalStatus.approved],
  failed: [withdrawalStatus.refused, withdrawalStatus.cancelled],
} as const

const { any: _, ...statuses } = withdrawalStatus
export type WithdrawalStatusName = keyof typeof statuses

/** Why a withdrawal is not paid before a time, though it was asked for. */
const Hold = v.object({
  until: UnixSeconds,
  /** `address`: it is new or was changed. `credentials`: a password of the account was changed. */
  reasons: v.array(v.picklist(['address', 'credentials'])),
})

const common = {
  _id: Id,
  time: UnixSeconds,
  /** It is credited by then. */
  dueAt: UnixSeconds,
  currencyCode: CurrencyCode,
  chainCode: ChainCode,
  chainName: v.string(),
  amount: Amount,
  networkFee: Amount,
  /** Amount less network fee. */
  receiveAmount: Amount,
  /** The name that the address had when it was chosen, and the address in full. */
  addressName: v.string(),
  pickupAddress: v.string(),
}

export const Withdrawal = v.variant('status', [
  /** Only this one can be cancelled. `hold` is null when nothing holds it back. */
  v.object({ ...common, status: v.literal(statuses.pending), hold: v.nullable(Hold) }),
  v.object({ ...common, status: v.literal(statuses.approved) }),
  v.object({
    ...common,
    status: v.literal(statuses.refused),
    closedAt: UnixSeconds,
    reason: v.string(),
    /** Null where it was told in one language. */
    reasonZh: v.nullable(v.string()),
  }),
  v.object({ ...common, status: v.literal(statuses.credited), closedAt: UnixSeconds, transactionId: v.string() }),
  v.object({ ...common, status: v.literal(statuses.cancelled), closedAt: UnixSeconds }),
])
export type Withdrawal = v.InferOutput<typeof Withdrawal>

/** The fee of each network as it is now, and its limits: `minimum`, which is more than the fee, and above `normal` at any time. */
export const withdrawalFee = endpoint('/withdrawal-log/fee', {
  auth: true,
  request: nothing,
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

/**
 * Asks for a withdrawal. `walletAddress` and `fee` are those that the user was shown: coins never go elsewhere, and no
 * other fee is charged. The same `requestId` sent again gives the withdrawal that stands and does nothing; with
 * another content it is refused.
 */
export const requestWithdrawal = endpoint('/withdrawal-log/withdraw', {
  auth: true,
  request: v.object({
    walletId: Id,
    walletAddress: WalletAddress,
    amount: TypedAmount,
    fee: Amount,
    paymentPassword: Md5Digest,
    /** Where a second factor is set. */
    factorCode: v.optional(FactorCode),
    requestId: RequestId,
  }),
  reply: Withdrawal,
  refuses: [
    ...paymentRefusals,
    ...factorRefusals,
    ...requestRefusals,
    'WALLET_UNKNOWN',
    /** An address that was saved is checked again. */
    'ADDRESS_BURN',
    'ADDRESS_PROGRAM',
    'ADDRESS_OURS',
    'ADDRESS_CONTRACT',
    /** The wallet has another address by now. */
    'WALLET_CHANGED',
    /** With `minimum` and `currencyCode`. */
    'BELOW_MINIMUM',
    /** With `normal`, `currencyCode`, `until` (Unix seconds) and `time` (the same as text). */
    'SMALL_ONE_USED',
    /** With `available` and `currencyCode`. */
    'OVER_BALANCE',
    /** With `fee`, which is the one of now, and `currencyCode`. */
    'FEE_CHANGED',
  ],
})

export const cancelWithdrawal = endpoint('/withdrawal-log/cancel-withdraw', {
  auth: true,
  request: v.object({ _id: Id }),
  reply: Withdrawal,
  refuses: ['WITHDRAWAL_UNKNOWN', 'WITHDRAWAL_NOT_PENDING'],
})

export const withdrawalList = endpoint('/withdrawal-log/list', {
  auth: true,
  request: v.object({
    ...pageAsked(20),
    status: v.optional(v.picklist(Object.values(withdrawalStatus)), withdrawalStatus.any),
    muchStatus: v.optional(statusesAsked(Object.values(statuses))),
    currencyCode: v.optional(CurrencyCode),
    startTime: v.optional(UnixSeconds),
    endTime: v.optional(UnixSeconds),
    /** PC and cloud earnings go into one balance: sent by the client, it leaves out no withdrawal. */
    type: v.optional(EarningType),
  }),
  reply: pagedReply(Withdrawal),
  refuses: ['RANGE_REVERSED'],
})

export const withdrawalOverview = endpoint('/withdrawal-log/overview-data', {
  auth: true,
  request: nothing,
  reply: v.object({
    coins: v.array(
      v.object({
        currencyCode: CurrencyCode,
        balance: Amount,
        withdrawing: Amount,
        withdrawn: Amount,
        /** When the next small withdrawal is allowed; null when that is now. */
        smallFrom: v.nullable(UnixSeconds),
      }),
    ),
    counts: v.object({ total: Count, success: Count, pending: Count, failed: Count }),
    /** Every withdrawal waits until then, because a password was changed; null when none has to. */
    holdUntil: v.nullable(UnixSeconds),
    serverTime: UnixSeconds,
  }),
})
