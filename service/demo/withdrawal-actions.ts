import { randomBytes, randomUUID } from 'node:crypto'
import { md5Hex } from '#lib/crypto/md5.ts'
import type { Coin } from '#lib/money/coins.ts'
import type { ChainCode } from '#lib/rules/networks.ts'
import { DEMO_PAYMENT_PASSWORD } from '#lib/rules/payment-password.ts'
import { dayOf } from '#service/compute/devices/rules.ts'
import { setPaymentPasswordHash } from '#service/identity/users/changes.ts'
import { hashPassword } from '#service/identity/users/passwords.ts'
import { markMessagesRead } from '#service/messaging/notify/user-messages.ts'
import { addWallet } from '#service/money/wallets/save-wallet.ts'
import { cancelWithdrawal } from '#service/money/withdrawals/cancel-withdrawal.ts'
import { feeList } from '#service/money/withdrawals/fees.ts'
import { notifySteps } from '#service/money/withdrawals/notifications.ts'
import { beginPayout, confirmPayout } from '#service/money/withdrawals/payouts.ts'
import { requestWithdrawal } from '#service/money/withdrawals/request-withdrawal.ts'
import { lockWithdrawal, type Row, takeStep } from '#service/money/withdrawals/steps.ts'
import type { Context } from '#service/platform/context.ts'
import { appoint } from '#service/rewards/ambassadors/applications.ts'
import { fixedChance } from './chance.ts'
import { firstPerson } from './people.ts'

/** Origin of simulated requests. */
const nowhere = { ip: '127.0.0.1', userAgent: '' }

/** An action at a moment of the past; it runs with a context whose clock shows that moment. */
export interface PastAction {
  at: number
  act(ctx: Context): Promise<unknown>
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const OPERATOR = 'demo'

/** Addresses from the networks' own guides; nothing is ever sent in a demo. */
const addresses = {
  ALEO: 'aleo1rhgdu77hgyqd3xjj8ucu3jj9r2krwz6mnzyd80gncr5fxcwlh5rsvzp9px',
  SOLANA: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
}

/** A well-formed transaction id that exists on no network. */
const transactionId = `at1${Array.from({ length: 58 }, (_, index) => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'[Math.floor(32 * fixedChance('transaction', index))]).join('')}`

/**
 * Wallets and withdrawals of the demo's account: credited, cancelled, refused and pending. They need a payment password, which is
 * replaced at the end by the one that the site shows to the demo's visitors.
 */
export function withdrawalActions(now: number): PastAction[] {
  const paymentPassword = randomBytes(16).toString('hex')
  const ids: Record<string, string> = {}
  const wallets = new Map<Coin, string>()
  const moment = (daysAgo: number, hour: number) => dayOf(now) - daysAgo * DAY + hour * HOUR

  const add = (addressName: string, currencyCode: Coin, chainCode: ChainCode & keyof typeof addresses) =>
    async function act(ctx: Context) {
      const { id: userId } = await firstPerson(ctx)
      const walletAddress = addresses[chainCode]
      const request = {
        userId,
        lang: 'en',
        ...nowhere,
        paymentPassword,
        addressName,
        walletAddress,
        currencyCode,
        chainCode,
      } as const
      wallets.set(currencyCode, (await addWallet(ctx, request)).wallet._id)
    }

  const ask = (name: string, amount: string, coin: 'ALEO' | 'GRASS') =>
    async function act(ctx: Context) {
      const { id: userId } = await firstPerson(ctx)
      const chain = coin === 'ALEO' ? 'ALEO' : 'SOLANA'
      const fee = (await feeList(ctx.db)).find((one) => one.currencyCode === coin && one.chainCode === chain)?.fee ?? ''
      const request = {
        walletId: wallets.get(coin) ?? '',
        walletAddress: addresses[chain],
        amount,
        fee,
        paymentPassword,
      }
      ids[name] = (
        await requestWithdrawal(ctx, { ...request, requestId: randomUUID(), userId, lang: 'en', ...nowhere })
      )._id
      await notifySteps(ctx)
    }

  const decide = (name: string, work: (ctx: Context, db: Context['db'], row: Row) => Promise<unknown>) =>
    async function act(ctx: Context) {
      await ctx.db.transaction().execute(async (db) => {
        const row = await lockWithdrawal(db, ids[name] ?? '')
        if (row) await work(ctx, db, row)
      })
      await notifySteps(ctx)
    }
  const by = (ctx: Context) => ({ by: OPERATOR, now: ctx.clock.now() })

  const all: PastAction[] = [
    {
      at: moment(11, 9),
      async act(ctx) {
        const decision = {
          userId: (await firstPerson(ctx)).id,
          by: OPERATOR,
          reason: '',
          reasonZh: '',
          now: ctx.clock.now(),
        }
        await ctx.db.transaction().execute((db) => appoint(db, decision))
      },
    },
    {
      at: moment(8, 10),
      async act(ctx) {
        const hash = await hashPassword(paymentPassword, ctx.pepper)
        await setPaymentPasswordHash(ctx.db, (await firstPerson(ctx)).id, hash)
      },
    },
    { at: moment(8, 10.1), act: add('Aleo at home', 'ALEO', 'ALEO') },
    { at: moment(8, 10.3), act: add('Phone', 'GRASS', 'SOLANA') },
    { at: moment(6, 9), act: ask('paid', '4', 'ALEO') },
    { at: moment(6, 11), act: decide('paid', (ctx, db, row) => takeStep(db, row, { status: 'approved', ...by(ctx) })) },
    {
      at: moment(6, 12),
      act: decide('paid', async (ctx, db, row) => {
        await beginPayout(db, row, by(ctx))
        await confirmPayout(db, row, { ...by(ctx), transactionId })
      }),
    },
    { at: moment(4, 8), act: ask('refused', '6', 'GRASS') },
    {
      at: moment(4, 10),
      act: decide('refused', (ctx, db, row) =>
        takeStep(db, row, {
          status: 'refused',
          reason: 'This address belongs to a token contract, not a wallet.',
          reasonZh: '该地址属于代币合约，不是钱包。',
          ...by(ctx),
        }),
      ),
    },
    { at: moment(3, 18), act: ask('cancelled', '3.5', 'ALEO') },
    {
      at: moment(3, 18.2),
      async act(ctx) {
        await cancelWithdrawal(ctx, { userId: (await firstPerson(ctx)).id, id: ids.cancelled ?? '' })
        await notifySteps(ctx)
      },
    },
    { at: now - 5 * HOUR, act: ask('pending', '5', 'ALEO') },
    {
      at: now,
      async act(ctx) {
        const shown = await hashPassword(md5Hex(DEMO_PAYMENT_PASSWORD), ctx.pepper)
        await setPaymentPasswordHash(ctx.db, (await firstPerson(ctx)).id, shown)
        await markMessagesRead(ctx.db, { before: new Date(now - DAY) }, new Date(now - 4 * HOUR))
      },
    },
  ]
  return all.sort((one, other) => one.at - other.at)
}
