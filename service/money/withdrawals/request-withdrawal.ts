import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import type { requestWithdrawal as endpoint } from '#lib/contract/withdrawal-request.ts'
import type { Withdrawal } from '#lib/contract/withdrawals.ts'
import { type Coin, fromUnits, toUnits } from '#lib/money/coins.ts'
import { isSmall, minimumAt, WITHDRAWAL_THRESHOLDS, withdrawalRefusal } from '#lib/rules/withdrawals.ts'
import { utcMinuteFrom } from '#lib/time/format.ts'
import { checkPaymentPassword } from '#service/identity/payment-password/guard.ts'
import { checkFactor } from '#service/identity/sign-in/check-factor.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import { minuteFrom } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { InvalidInputError, RefusalError } from '#service/platform/http/refusal.ts'
import { answerOnce, requireSameRequest } from '#service/platform/http/request-ids.ts'
import { newCode } from '#service/platform/ids.ts'
import { releaseDueOf } from '../earnings/release.ts'
import { ofUser } from '../ledger/accounts.ts'
import { balanceOf } from '../ledger/balances.ts'
import type { Prepared } from '../ledger/work.ts'
import { ownWallet } from '../wallets/queries.ts'
import { refuseContract, refuseRecipient } from '../wallets/recipients.ts'
import type { WalletTable } from '../wallets/tables.ts'
import { feeOn } from './fees.ts'
import { NOTIFY_QUEUE } from './notifications.ts'
import { lastSmall, shownRows } from './queries.ts'
import { toWithdrawal } from './reply.ts'
import { nextSmall } from './rules.ts'
import { BY_USER, moveRequested, type Row, recordStep } from './steps.ts'

const ID_LENGTH = 16

export type WithdrawalRequest = ParsedRequestOf<typeof endpoint> & {
  userId: string
  lang: Lang
  ip: string
  userAgent: string
}

/** Requests a withdrawal. Idempotent by `requestId`: a repeated request returns the first withdrawal. */
export const requestWithdrawal = (ctx: Context, request: WithdrawalRequest): Promise<Withdrawal> =>
  answerOnce(ctx, request, {
    existing: () => existingWithdrawal(ctx.db, request, ctx.clock.now()),
    act: () => createWithdrawal(ctx, request),
  })

async function createWithdrawal(ctx: Context, request: WithdrawalRequest): Promise<Withdrawal> {
  await ctx.limits.spend('moneyUser', request.userId)
  await checkRecipient(ctx, await shownWallet(ctx.db, request))
  await checkPaymentPassword(ctx, request.userId, request.paymentPassword)
  await checkFactor(ctx, request.userId, request.factorCode, request)
  // So that a withdrawal at 00:00:01 need not wait for the job. A transaction of its own, because it holds the ledger head.
  await releaseDueOf(ctx.db, request.userId, ctx.clock.now())
  return ctx.poster.run({ userId: request.userId, prepare: (db) => prepareWithdrawal(ctx, db, request) })
}

async function prepareWithdrawal(
  ctx: Context,
  db: Database,
  request: WithdrawalRequest,
): Promise<Prepared<Withdrawal>> {
  const now = ctx.clock.now()
  const user = await lockUser(db, request.userId)
  // The same request may have been served while this one waited for the row.
  const first = await existingWithdrawal(db, request, now)
  if (first) return { answer: first, transfers: [], now }
  const wallet = await shownWallet(db, request)
  const fee = await feeOn(db, wallet)
  const row = toRow(request, { wallet, fee, now, heldUntil: user.withdrawals_locked_until })
  await assertAllowed(db, row, { quoted: unitsOf('fee', request.fee, row.coin), now })
  await db.insertInto('withdrawals').values(row).execute()
  await recordStep(db, row, { status: 'pending', by: BY_USER, now })
  await ctx.jobs.send(db, NOTIFY_QUEUE, {})
  return { answer: toWithdrawal({ ...row, transaction_id: null }, now), transfers: [moveRequested(row)], now }
}

/** The withdrawal of an earlier request with the same id; refuses when its content differs. */
async function existingWithdrawal(
  db: Database,
  request: WithdrawalRequest,
  now: number,
): Promise<Withdrawal | undefined> {
  const found = await shownRows(db)
    .where('withdrawals.user_id', '=', request.userId)
    .where('request_id', '=', request.requestId)
    .executeTakeFirst()
  const row = requireSameRequest(found, ({ coin }) => ({
    wallet_id: request.walletId,
    address: request.walletAddress,
    amount: unitsOf('amount', request.amount, coin),
    fee: unitsOf('fee', request.fee, coin),
  }))
  return row && toWithdrawal(row, now)
}

/** The wallet; refuses WALLET_CHANGED when its address is not the one that the user was shown. */
async function shownWallet(db: Database, request: WithdrawalRequest): Promise<WalletTable> {
  const wallet = await ownWallet(db, request.userId, request.walletId)
  if (!wallet) throw new RefusalError('WALLET_UNKNOWN')
  if (wallet.address !== request.walletAddress) throw new RefusalError('WALLET_CHANGED')
  return wallet
}

/** Checks the address again, because it may have been saved before a rule or before a contract was deployed there. */
async function checkRecipient(ctx: Context, wallet: WalletTable): Promise<void> {
  await refuseRecipient(ctx, wallet)
  await refuseContract(ctx, { ...wallet, isConfirmed: wallet.contract_confirmed_at !== null })
}

/** Parses an amount into smallest units. Throws InvalidInput when it has more decimals than its coin. */
function unitsOf(field: string, text: string, coin: Coin): bigint {
  try {
    return toUnits(text, coin)
  } catch {
    throw new InvalidInputError(field, 'decimals')
  }
}

interface RowParts {
  wallet: WalletTable
  fee: { id: string; fee: bigint }
  heldUntil: Date | null
  now: number
}

function toRow(request: WithdrawalRequest, of: RowParts): Row {
  const { coin, chain, address, name, id, held_until } = of.wallet
  const amount = unitsOf('amount', request.amount, coin)
  const { fee } = of.fee
  return {
    // Operators type it, so it has letters and digits only, without look-alikes.
    id: newCode(ID_LENGTH),
    user_id: request.userId,
    request_id: request.requestId,
    wallet_id: id,
    address_name: name,
    coin,
    chain,
    address,
    amount,
    fee_id: of.fee.id,
    fee,
    receive: amount - fee,
    small: isSmall({ coin, amount }),
    status: 'pending',
    lang: request.lang,
    requested_at: new Date(of.now),
    address_held_until: held_until,
    credentials_held_until: of.heldUntil,
    closed_at: null,
    reason: null,
    reason_zh: null,
  }
}

/** Throws the refusal of a withdrawal that the rules forbid. The user's row must be locked. */
async function assertAllowed(db: Database, row: Row, { quoted, now }: { quoted: bigint; now: number }): Promise<void> {
  const { coin, user_id: userId, fee } = row
  const text = (units: bigint) => fromUnits(units, coin)
  if (quoted !== fee) throw new RefusalError('FEE_CHANGED', { fee: text(fee), currencyCode: coin })
  const available = await balanceOf(db, ofUser(userId, coin, 'available'))
  const small = (await lastSmall(db, userId, now)).get(coin)
  const means = { available, smallUsed: small !== undefined }
  const refusal = withdrawalRefusal({ coin, amount: row.amount, fee }, means)
  if (refusal === undefined) return
  const { normal } = WITHDRAWAL_THRESHOLDS[coin]
  const details = { currencyCode: coin, minimum: text(minimumAt(row)), normal, available: text(available) }
  if (refusal !== 'SMALL_ONE_USED') throw new RefusalError(refusal, details)
  const until = nextSmall(small ?? now)
  throw new RefusalError(refusal, { ...details, until: minuteFrom(until), time: utcMinuteFrom(until) })
}
