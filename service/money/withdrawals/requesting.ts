import type { AskedOf } from '#lib/contract/endpoint.ts'
import type { requestWithdrawal as endpoint, Withdrawal } from '#lib/contract/withdrawals.ts'
import { type Coin, fromUnits, toUnits } from '#lib/money/coins.ts'
import { isSmall, minimumAt, WITHDRAWAL_THRESHOLDS, withdrawalRefusal } from '#lib/rules/withdrawals.ts'
import { utcMinuteFrom } from '#lib/time/format.ts'
import { passPaymentPassword } from '#service/identity/payment-password/guard.ts'
import { passFactor } from '#service/identity/sign-in/factor-passing.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import { minuteFrom } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { InvalidInput, Refusal } from '#service/platform/http/refusal.ts'
import { answerOnce, sameRequest } from '#service/platform/http/request-ids.ts'
import { newCode } from '#service/platform/ids.ts'
import { releaseDueOf } from '../earnings/release.ts'
import { ofUser } from '../ledger/accounts.ts'
import { balanceOf } from '../ledger/balances.ts'
import { post } from '../ledger/post.ts'
import { ownWallet } from '../wallets/queries.ts'
import { refuseContract, refuseRecipient } from '../wallets/recipients.ts'
import type { WalletTable } from '../wallets/tables.ts'
import { feeOn } from './fees.ts'
import { lastSmall, shownRows } from './queries.ts'
import { nextSmall } from './rules.ts'
import { shapeWithdrawal } from './shape.ts'
import { BY_USER, keepStep, moveRequested, type Row } from './steps.ts'
import { TELL_QUEUE } from './telling.ts'

const ID_LENGTH = 16

export type Asked = AskedOf<typeof endpoint> & { userId: string; lang: Lang; ip: string; userAgent: string }

/** Asks for a withdrawal, once for each `requestId` of a user, however often and wherever it arrives. */
export const requestWithdrawal = (ctx: Context, asked: Asked): Promise<Withdrawal> =>
  answerOnce(ctx, asked, {
    standing: () => standing(ctx.db, asked, ctx.clock.now()),
    act: () => ask(ctx, asked),
  })

async function ask(ctx: Context, asked: Asked): Promise<Withdrawal> {
  await ctx.limits.spend('moneyUser', asked.userId)
  await checkRecipient(ctx, await shownWallet(ctx.db, asked))
  await passPaymentPassword(ctx, asked.userId, asked.paymentPassword)
  await passFactor(ctx, asked.userId, asked.factorCode, asked)
  return ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now()
    const user = await lockUser(db, asked.userId)
    // The same request may have waited for that row a moment ago.
    const first = await standing(db, asked, now)
    if (first) return first
    const wallet = await shownWallet(db, asked)
    const fee = await feeOn(db, wallet)
    const row = rowFor(asked, { wallet, fee, now, heldUntil: user.withdrawals_locked_until })
    await releaseDueOf(db, asked.userId, now)
    await judge(db, row, { quoted: unitsOf('fee', asked.fee, row.coin), now })
    await db.insertInto('withdrawals').values(row).execute()
    await keepStep(db, row, { status: 'pending', by: BY_USER, now })
    await ctx.jobs.send(db, TELL_QUEUE, {})
    await post(db, [moveRequested(row)], now)
    return shapeWithdrawal({ ...row, transaction_id: null }, now)
  })
}

/** The withdrawal that stands under a request already; it has to be the one that is asked for. */
async function standing(db: Database, asked: Asked, now: number): Promise<Withdrawal | undefined> {
  const found = await shownRows(db)
    .where('withdrawals.user_id', '=', asked.userId)
    .where('request_id', '=', asked.requestId)
    .executeTakeFirst()
  const row = sameRequest(found, ({ coin }) => ({
    wallet_id: asked.walletId,
    address: asked.walletAddress,
    amount: unitsOf('amount', asked.amount, coin),
    fee: unitsOf('fee', asked.fee, coin),
  }))
  return row && shapeWithdrawal(row, now)
}

/** The wallet, with the address that the user was shown. */
async function shownWallet(db: Database, asked: Asked): Promise<WalletTable> {
  const wallet = await ownWallet(db, asked.userId, asked.walletId)
  if (!wallet) throw new Refusal('WALLET_UNKNOWN')
  if (wallet.address !== asked.walletAddress) throw new Refusal('WALLET_CHANGED')
  return wallet
}

/** What was saved before a rule, or before a contract was put there, is checked again. */
async function checkRecipient(ctx: Context, wallet: WalletTable): Promise<void> {
  await refuseRecipient(ctx, wallet)
  await refuseContract(ctx, { ...wallet, isConfirmed: wallet.contract_confirmed_at !== null })
}

/** Smallest units; an amount with more decimals than its coin has is no amount of that coin. */
function unitsOf(field: string, text: string, coin: Coin): bigint {
  try {
    return toUnits(text, coin)
  } catch {
    throw new InvalidInput(field, 'decimals')
  }
}

interface Found {
  wallet: WalletTable
  fee: { id: string; fee: bigint }
  heldUntil: Date | null
  now: number
}

function rowFor(asked: Asked, of: Found): Row {
  const { coin, chain, address, name, id, held_until } = of.wallet
  const amount = unitsOf('amount', asked.amount, coin)
  const { fee } = of.fee
  return {
    // Operators type it: letters and digits only, and none that look alike.
    id: newCode(ID_LENGTH),
    user_id: asked.userId,
    request_id: asked.requestId,
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
    lang: asked.lang,
    requested_at: new Date(of.now),
    address_held_until: held_until,
    credentials_held_until: of.heldUntil,
    closed_at: null,
    reason: null,
    reason_zh: null,
  }
}

/** Throws the refusal of a withdrawal that may not be. The user's row is locked: nothing changes meanwhile. */
async function judge(db: Database, row: Row, { quoted, now }: { quoted: bigint; now: number }): Promise<void> {
  const { coin, user_id: userId, fee } = row
  const text = (units: bigint) => fromUnits(units, coin)
  if (quoted !== fee) throw new Refusal('FEE_CHANGED', { fee: text(fee), currencyCode: coin })
  const available = await balanceOf(db, ofUser(userId, coin, 'available'))
  const small = (await lastSmall(db, userId, now)).get(coin)
  const means = { available, smallUsed: small !== undefined }
  const refusal = withdrawalRefusal({ coin, amount: row.amount, fee }, means)
  if (refusal === undefined) return
  const { normal } = WITHDRAWAL_THRESHOLDS[coin]
  const told = { currencyCode: coin, minimum: text(minimumAt(row)), normal, available: text(available) }
  if (refusal !== 'SMALL_ONE_USED') throw new Refusal(refusal, told)
  const until = nextSmall(small ?? now)
  throw new Refusal(refusal, { ...told, until: minuteFrom(until), time: utcMinuteFrom(until) })
}
