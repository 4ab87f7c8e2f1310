import type { Coin } from '#lib/money/coins.ts'
import { addressOn } from '#lib/rules/addresses.ts'
import { type ChainCode, chains, isNetwork } from '#lib/rules/networks.ts'
import { MAX_WALLETS } from '#lib/rules/wallets.ts'
import { HOLD_AFTER_ADDRESS_MS } from '#lib/rules/withdrawals.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { utcDateTime, utcMinuteFrom } from '#lib/time/format.ts'
import { checkPaymentPassword } from '#service/identity/payment-password/guard.ts'
import { checkFactor } from '#service/identity/sign-in/check-factor.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import { notifyByMail } from '#service/messaging/notify/notify.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { newId } from '#service/platform/ids.ts'
import { findLookalikeAddress, ownWallet, toWallet } from './queries.ts'
import { refuseContract, refuseRecipient } from './recipients.ts'
import type { WalletTable } from './tables.ts'

interface WalletRequest {
  userId: string
  lang: Lang
  ip: string
  userAgent: string
  paymentPassword: string
  factorCode?: string | undefined
  /** The user has confirmed the warning that the address is a contract. */
  isContractConfirmed?: boolean | undefined
}

export interface NewWallet extends WalletRequest {
  addressName: string
  walletAddress: string
  currencyCode: Coin
  chainCode: ChainCode
}

export interface WalletEdit extends WalletRequest {
  _id: string
  addressName?: string | undefined
  walletAddress?: string | undefined
}

async function readAddress(ctx: Context, chain: ChainCode, text: string): Promise<string> {
  const address = addressOn(chain, text)
  await refuseRecipient(ctx, { chain, address: address ?? text })
  if (address === undefined) throw new RefusalError('ADDRESS_MISMATCH')
  return address
}

/** Adds an address and notifies the user; withdrawals to it are held for 24 hours. */
export async function addWallet(ctx: Context, request: NewWallet) {
  const { userId, currencyCode: coin, chainCode: chain } = request
  if (!isNetwork({ coin, chain })) throw new RefusalError('NETWORK_UNKNOWN')
  const address = await readAddress(ctx, chain, request.walletAddress)
  await ctx.limits.spend('moneyUser', userId)
  const isConfirmed = request.isContractConfirmed === true
  await refuseContract(ctx, { coin, chain, address, isConfirmed })
  await checkPaymentPassword(ctx, userId, request.paymentPassword)
  await checkFactor(ctx, userId, request.factorCode, request)
  return ctx.db.transaction().execute(async (db) => {
    const user = await lockUser(db, userId)
    await refuseKnown(db, { userId, coin, chain, address })
    await refuseTooMany(db, userId)
    const now = ctx.clock.now()
    const row: WalletTable = {
      id: newId(),
      user_id: userId,
      name: request.addressName,
      coin,
      chain,
      address,
      held_until: new Date(now + HOLD_AFTER_ADDRESS_MS),
      created_at: new Date(now),
      contract_confirmed_at: isConfirmed ? new Date(now) : null,
    }
    const looksLike = await findLookalikeAddress(db, userId, address)
    await db.insertInto('wallets').values(row).execute()
    await recordAddress(db, row, now)
    await notifyWalletChange(ctx, db, { to: user.username, lang: request.lang, kind: 'walletAdded', row, now })
    return { wallet: toWallet(row, now), looksLike }
  })
}

/** Changes a name, an address or both. A changed address is held like a new one; pending withdrawals keep the old one. */
export async function editWallet(ctx: Context, request: WalletEdit) {
  const { userId } = request
  const known = await ownWallet(ctx.db, userId, request._id)
  if (!known) throw new RefusalError('WALLET_UNKNOWN')
  const { coin, chain } = known
  const address = request.walletAddress === undefined ? undefined : await readAddress(ctx, chain, request.walletAddress)
  await ctx.limits.spend('moneyUser', userId)
  const isConfirmed = request.isContractConfirmed === true
  if (address !== undefined) await refuseContract(ctx, { coin, chain, address, isConfirmed })
  await checkPaymentPassword(ctx, userId, request.paymentPassword)
  // A change of the name alone needs no second factor.
  if (address !== undefined) await checkFactor(ctx, userId, request.factorCode, request)
  return ctx.db.transaction().execute(async (db) => {
    const user = await lockUser(db, userId)
    const before = await ownWallet(db, userId, request._id)
    if (!before) throw new RefusalError('WALLET_UNKNOWN')
    const now = ctx.clock.now()
    const isMoved = address !== undefined && address !== before.address
    const row: WalletTable = {
      ...before,
      name: request.addressName ?? before.name,
      ...(isMoved && { address, held_until: new Date(now + HOLD_AFTER_ADDRESS_MS), contract_confirmed_at: null }),
      ...(isConfirmed && { contract_confirmed_at: new Date(now) }),
    }
    if (isMoved) await refuseKnown(db, { userId, coin: row.coin, chain: row.chain, address })
    const looksLike = isMoved ? await findLookalikeAddress(db, userId, address) : null
    await db
      .updateTable('wallets')
      .set({
        name: row.name,
        address: row.address,
        held_until: row.held_until,
        contract_confirmed_at: row.contract_confirmed_at,
      })
      .where('id', '=', row.id)
      .execute()
    if (isMoved) {
      await recordAddress(db, row, now)
      await notifyWalletChange(ctx, db, { to: user.username, lang: request.lang, kind: 'walletChanged', row, now })
    }
    return { wallet: toWallet(row, now), looksLike }
  })
}

async function refuseKnown(
  db: Database,
  of: { userId: string; coin: Coin; chain: ChainCode; address: string },
): Promise<void> {
  const known = await db
    .selectFrom('wallets')
    .select('name')
    .where('user_id', '=', of.userId)
    .where('coin', '=', of.coin)
    .where('chain', '=', of.chain)
    .where('address', '=', of.address)
    .executeTakeFirst()
  if (known) throw new RefusalError('WALLET_EXISTS', { addressName: known.name })
}

async function refuseTooMany(db: Database, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom('wallets')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_WALLETS) throw new RefusalError('TOO_MANY_WALLETS', { most: MAX_WALLETS })
}

const recordAddress = (db: Database, row: WalletTable, now: number) =>
  db
    .insertInto('wallet_addresses')
    .values({ wallet_id: row.id, address: row.address, since: new Date(now), held_until: row.held_until })
    .execute()

async function notifyWalletChange(
  ctx: Context,
  db: Database,
  of: { to: string; lang: Lang; kind: 'walletAdded' | 'walletChanged'; row: WalletTable; now: number },
): Promise<void> {
  const values = {
    coin: of.row.coin,
    chain: chains[of.row.chain].name,
    address: groupOfFour(of.row.address),
    time: utcDateTime(unixSeconds(of.now)),
    hold: utcMinuteFrom(of.row.held_until.getTime()),
  }
  const { to, lang, row, kind, now: at } = of
  const source = `wallet/${row.id}/${at}`
  await notifyByMail(ctx, db, { userId: row.user_id, to, lang, source, kind, values, at })
}
