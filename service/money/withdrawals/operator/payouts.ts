import { type Coin, fromUnits, isCoin } from '#lib/money/coins.ts'
import { chains } from '#lib/rules/networks.ts'
import { readHotWalletBalances } from '#service/money/withdrawals/hot-wallet-balances.ts'
import { isPaused, payoutState, setPaused } from '#service/money/withdrawals/payouts.ts'
import {
  already,
  type Change,
  type Command,
  type CommandContext,
  defineAct,
  type View,
} from '#service/platform/operator/act.ts'
import { unitsOf } from '#service/platform/operator/amounts.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { decimal, required, text } from '#service/platform/operator/fields.ts'
import { phrase } from '#service/platform/operator/phrase.ts'
import { followPayouts } from './follow-payouts.ts'

export const showPayouts = defineAct({ name: 'payouts', fields: {}, run: viewPayouts })

export const follow = defineAct({
  name: 'payouts --follow',
  role: 'finance',
  button: 'Ask the networks now',
  hint: 'ask the networks now what became of the transfers that were signed',
  fields: {},
  run: followPayouts,
})

export const pausePayouts = defineAct({
  name: 'payouts --pause',
  role: 'finance',
  hint: 'begin no payout until they are resumed',
  button: 'Pause payouts',
  fields: {},
  run: async ({ db }) => ((await isPaused(db)) ? already('Payouts are paused already.') : switchPayouts(true)),
})

export const resumePayouts = defineAct({
  name: 'payouts --resume',
  needsProof: true,
  hint: 'begin payouts again',
  button: 'Resume payouts',
  fields: {},
  run: async ({ db }) => ((await isPaused(db)) ? switchPayouts(false) : already('Payouts are running already.')),
})

export const limitPayouts = defineAct({
  name: 'payouts --coin',
  needsProof: true,
  button: 'Set the limits',
  fields: {
    coin: required(
      text({ value: 'COIN', label: 'Coin', hint: 'whose limits to set' }),
      'Which coin? Give --coin COIN.',
    ),
    hour: required(
      decimal({ value: 'COINS', label: 'In an hour', hint: 'the most to pay out in an hour' }),
      'Give both --hour and --day.',
    ),
    day: required(
      decimal({
        value: 'COINS',
        label: 'In 24 hours',
        hint: 'the most that may leave in 24 hours: the most that the paying wallets should hold',
      }),
      'Give both --hour and --day.',
    ),
  },
  async run(_, { coin: typed, hour, day }) {
    const coin = typed.toUpperCase()
    if (!isCoin(coin)) throw refused(phrase`There is no coin "${coin}".`)
    const limits = { hour: unitsOf('hour', hour, coin), day: unitsOf('day', day, coin) }
    if (limits.day < limits.hour) throw wrongUsage('--day is not less than --hour.')
    return setLimits(coin, limits)
  },
})

export const payouts: Command = {
  name: 'payouts',
  summary: 'Show, pause or resume payouts, or set their limits',
  acts: [showPayouts, follow, pausePayouts, resumePayouts, limitPayouts],
}

const switchPayouts = (paused: boolean): Change => ({
  kind: 'change',
  question: paused ? 'Pause all payouts?' : 'Resume payouts?',
  audit: paused ? 'paused' : 'resumed',
  async apply(db) {
    await setPaused(db, paused)
    return { data: { paused }, text: paused ? 'No payouts start until you resume them.' : 'Payouts resumed.' }
  },
})

function setLimits(coin: Coin, { hour, day }: { hour: bigint; day: bigint }): Change {
  const summary = phrase`${fromUnits(hour, coin)} ${coin} an hour, ${fromUnits(day, coin)} ${coin} in 24 hours`
  return {
    kind: 'change',
    question: phrase`Pay out at most ${summary}?`,
    audit: String(summary),
    async apply(db) {
      await db.updateTable('payout_limits').set({ hour, day }).where('coin', '=', coin).execute()
      return {
        data: { coin, hour: fromUnits(hour, coin), day: fromUnits(day, coin) },
        text: phrase`At most ${summary} will be paid out.`,
      }
    },
  }
}

async function viewPayouts({ db, config, now }: CommandContext): Promise<View> {
  const [{ paused, coins }, hotWallets] = [await payoutState(db, now()), await readHotWalletBalances({ db, config })]
  const data = coins.map(({ coin, hour, day, lastHour, lastDay, underWay }) => ({
    coin,
    lastHour: fromUnits(lastHour, coin),
    hour: fromUnits(hour, coin),
    lastDay: fromUnits(lastDay, coin),
    day: fromUnits(day, coin),
    underWay: fromUnits(underWay, coin),
    wallets: hotWallets
      .filter((one) => one.coin === coin)
      .map(({ chain, payer, holds }) => ({
        network: chains[chain].name,
        wallet: payer,
        holds: holds === undefined ? null : fromUnits(holds, coin),
      })),
  }))
  return {
    kind: 'view',
    data: { paused, coins: data },
    table: {
      columns: [
        { title: 'Coin' },
        { title: 'Last hour', right: true },
        { title: 'Most', right: true },
        { title: 'Last 24 h', right: true },
        { title: 'Most', right: true },
        { title: 'Under way', right: true },
        { title: 'Paying wallets hold' },
      ],
      rows: data.map((one) => [
        one.coin,
        one.lastHour,
        one.hour,
        one.lastDay,
        one.day,
        one.underWay,
        one.wallets.map(({ network, holds }) => `${holds ?? 'no answer'} on ${network}`).join(', '),
      ]),
      empty: '',
      foot: paused
        ? 'Payouts are PAUSED: none begins until `payouts --resume`.'
        : 'Payouts are running: `payouts --pause` stops them.',
    },
  }
}
