import { randomBytes, randomUUID } from 'node:crypto'
import { addWallet, editWallet } from '#lib/contract/wallets.ts'
import { requestWithdrawal } from '#lib/contract/withdrawal-request.ts'
import { cancelWithdrawal } from '#lib/contract/withdrawals.ts'
import { fromUnits } from '#lib/money/coins.ts'
import { releaseDue } from '#service/money/earnings/release.ts'
import { settle } from '#service/money/earnings/settle.ts'
import type { Act } from './act.ts'
import { createMarketActs } from './market-acts.ts'
import type { MoneyWorld } from './money-world.ts'
import type { User } from './visitor.ts'
import { payment, setFirst, transaction, wrongPayment } from './wallets.ts'

const act = <Subject>(parts: Act<Subject>) => parts as Act<unknown>
let numbers = 0
const next = () => ++numbers

/** All acts with money, by name. Those that move the clock come last. */
export const createActs = (house: MoneyWorld): Record<string, Act<unknown>> => {
  const { world, user, others, wallet, operate, count, transfers } = house
  /** Releases a settled day when it is due, and settles the day between: the next one begins in the same state. */
  const nextDay = async () => {
    world.clock.advance(86_400)
    await settle(world.running.ctx)
    await releaseDue(world.running.ctx.db, { now: world.clock.now() })
  }
  return {
    'the first payment password': act({
      prepare: () => world.query(`update users set payment_password_hash = null where id = $1`, [others[0]?.info.id]),
      run: async () => others[0] && setFirst(others[0]),
      effects: () => count('users where id = $1 and payment_password_hash is not null', others[0]?.info.id),
      done: /CODE_NEEDED/,
    }),
    'a wrong payment password': act({
      prepare: () => world.query('delete from payment_guards where user_id = $1', [user.info.id]),
      run: () =>
        user
          .call(editWallet, { _id: wallet._id, addressName: 'Guessed', paymentPassword: wrongPayment })
          .catch((error) => {
            if (error.reason !== 'PAYMENT_PASSWORD_WRONG') throw error
          }),
      effects: () => count('payment_guards, unnest(failures) where user_id = $1', user.info.id),
      repeats: true,
      tidy: () => world.query('delete from payment_guards where user_id = $1', [user.info.id]),
    }),
    'a new wallet': act({
      prepare: async () => ({
        owner: others[next() % others.length] as User,
        walletAddress: `0x${randomBytes(20).toString('hex')}`,
      }),
      run: ({ owner, walletAddress }) =>
        owner.call(addWallet, {
          addressName: 'Ledger',
          walletAddress,
          currencyCode: 'USDT',
          chainCode: 'BSC',
          paymentPassword: payment,
        }),
      effects: ({ walletAddress }) => count('wallets where lower(address) = $1', walletAddress),
      done: /WALLET_EXISTS/,
    }),
    'a request': act({
      prepare: async () => randomUUID(),
      run: (requestId) =>
        user.call(requestWithdrawal, {
          walletId: wallet._id,
          walletAddress: wallet.walletAddress,
          amount: '4',
          fee: '0.05',
          paymentPassword: payment,
          requestId,
        }),
      effects: (requestId) =>
        count(
          `withdrawals join transfers on operation = format('withdraw/%s/request', withdrawals.id) where request_id = $1`,
          requestId,
        ),
    }),
    'a cancel': act({
      prepare: house.requested,
      run: (id) => user.call(cancelWithdrawal, { _id: id }),
      effects: (id) => transfers(`withdraw/${id}/return`),
      done: /WITHDRAWAL_NOT_PENDING/,
    }),
    'an approval': act({
      prepare: house.requested,
      run: (id) => operate(`approve ${id}`),
      effects: (id) => count("withdrawal_steps where withdrawal_id = $1 and status = 'approved'", id),
    }),
    'a refusal': act({
      prepare: house.approved,
      run: (id) => operate(`refuse ${id} --reason no`),
      effects: (id) => transfers(`withdraw/${id}/return`),
    }),
    'a payout that begins': act({
      prepare: house.approved,
      run: (id) => operate(`pay ${id}`),
      effects: (id) => count('payouts where withdrawal_id = $1', id),
      done: /already started/,
    }),
    'a payout that is taken back': act({
      prepare: house.payoutStarted,
      run: (id) => operate(`pay ${id} --not-sent`),
      effects: async (id) => 1 - (await count('payouts where withdrawal_id = $1', id)),
      done: /not started/,
    }),
    'a payout that is confirmed': act({
      prepare: async () => ({ id: await house.payoutStarted(), transactionId: transaction(next()) }),
      run: ({ id, transactionId }) => operate(`pay ${id} --transaction ${transactionId}`),
      effects: ({ id }) => transfers(`withdraw/${id}/paid`),
      done: /is credited/,
    }),
    'a fee': act({
      prepare: async () => next(),
      run: (fee) => operate(`fees grass/solana --amount ${fromUnits(BigInt(fee), 'GRASS')}`),
      effects: (fee) =>
        count(
          `(select fee from network_fees where coin = 'GRASS' order by id desc limit 1) as last where fee = $1`,
          fee,
        ),
    }),
    'a rate': act({
      prepare: async () => next(),
      run: (rate) => operate(`rates grass --amount ${fromUnits(BigInt(rate), 'GRASS')}`),
      effects: (rate) => count(`rates where project = 'grass' and per_tera = $1`, rate),
    }),
    ...createMarketActs(house),
    // Running orders are settled too, so only earnings of devices are counted.
    'a settlement': act({
      prepare: house.minedDay,
      run: () => settle(world.running.ctx),
      effects: (day) => transfers(`settle/${day}/%/0`),
      whole: 2,
      tidy: nextDay,
    }),
    'a settlement in batches': act({
      prepare: house.minedDay,
      run: () => settle(world.running.ctx, { users: 1 }),
      effects: (day) => transfers(`settle/${day}/%/0`),
      whole: 2,
      inSteps: true,
      tidy: nextDay,
    }),
    'a release': act({
      prepare: house.settledDay,
      run: () => releaseDue(world.running.ctx.db, { now: world.clock.now() }),
      effects: (day) => transfers(`release/${day}/%/0`),
      whole: 2,
    }),
  }
}
