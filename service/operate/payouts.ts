import { type Coin, fromUnits, isCoin } from '#lib/money/coins.ts'
import { chains, networks } from '#lib/rules/networks.ts'
import { feeList } from '../features/withdrawals/fees.ts'
import { payoutState } from '../features/withdrawals/payouts.ts'
import { unitsOf } from './amounts.ts'
import type { Change, Command, Desk, View } from './command.ts'
import { refused, wrongUsage } from './errors.ts'

/** Fees hold for withdrawals that are asked for from now on; what stands keeps the fee that its user was shown. */
export const fees: Command = {
  name: 'fees',
  summary: 'List what withdrawals cost, or set the fee of a network',
  word: '[COIN/NETWORK]',
  options: { amount: { type: 'string', value: 'COINS', hint: 'the fee from now on, for example 0.05' } },
  async run(desk, asked) {
    const amount = asked.text('amount')
    if (asked.word === undefined) {
      if (amount !== undefined) throw wrongUsage('Which network? For example: fees USDT/TRON --amount 1')
      return listFees(desk)
    }
    if (amount === undefined) throw wrongUsage('What shall it cost? Give --amount COINS.')
    const network = networks.find(({ coin, chain }) => `${coin}/${chain}` === asked.word?.toUpperCase())
    if (!network) throw refused(`There is no network "${asked.word}". See \`fees\`.`)
    const { coin, chain } = network
    const fee = unitsOf('amount', amount, coin)
    const said = `${fromUnits(fee, coin)} ${coin} on ${chains[chain].name}`
    return {
      kind: 'change',
      question: `Charge ${said} from now on?`,
      audit: `${coin}/${chain}: ${said}`,
      async apply(db) {
        await db
          .insertInto('network_fees')
          .values({ coin, chain, set_at: new Date(desk.now), fee })
          .execute()
        return { data: { coin, chain, fee: fromUnits(fee, coin) }, text: `A withdrawal costs ${said} from now on.` }
      },
    }
  },
}

async function listFees({ db }: Desk): Promise<View> {
  const list = await feeList(db)
  return {
    kind: 'view',
    data: list,
    sheet: {
      columns: [
        { title: 'Network' },
        { title: 'Name' },
        { title: 'Fee', right: true },
        { title: 'Least', right: true },
      ],
      rows: list.map((one) => [
        `${one.currencyCode}/${one.chainCode}`,
        one.chainName,
        `${one.fee} ${one.currencyCode}`,
        `${one.minimum} ${one.currencyCode}`,
      ]),
      empty: '',
    },
  }
}

export const payouts: Command = {
  name: 'payouts',
  summary: 'Show, pause or resume payouts, or set what may leave',
  options: {
    pause: { type: 'boolean', hint: 'begin no payout until they are resumed' },
    resume: { type: 'boolean', hint: 'begin payouts again' },
    coin: { type: 'string', value: 'COIN', hint: 'whose limits to set' },
    hour: { type: 'string', value: 'COINS', hint: 'the most that may leave in an hour' },
    day: { type: 'string', value: 'COINS', hint: 'the most that may leave in 24 hours: what the paying wallet holds' },
  },
  async run(desk, asked) {
    const [pause, resume, coin] = [asked.flag('pause'), asked.flag('resume'), asked.text('coin')?.toUpperCase()]
    if ([pause, resume, coin !== undefined].filter(Boolean).length > 1)
      throw wrongUsage('One at a time: --pause, --resume, or --coin.')
    if (pause || resume) return switchPayouts(pause)
    const [hour, day] = [asked.text('hour'), asked.text('day')]
    if (coin === undefined) {
      if (hour !== undefined || day !== undefined) throw wrongUsage('Which coin? Give --coin COIN.')
      return showPayouts(desk)
    }
    if (!isCoin(coin)) throw refused(`There is no coin "${coin}".`)
    if (hour === undefined || day === undefined) throw wrongUsage('Give both --hour and --day.')
    const limits = { hour: unitsOf('hour', hour, coin), day: unitsOf('day', day, coin) }
    if (limits.day < limits.hour) throw wrongUsage('--day is not less than --hour.')
    return setLimits(coin, limits)
  },
}

const switchPayouts = (paused: boolean): Change => ({
  kind: 'change',
  question: paused ? 'Pause all payouts?' : 'Resume payouts?',
  audit: paused ? 'paused' : 'resumed',
  async apply(db) {
    await db.updateTable('payout_switch').set({ paused }).execute()
    return { data: { paused }, text: paused ? 'No payout begins until they are resumed.' : 'Payouts go on.' }
  },
})

function setLimits(coin: Coin, { hour, day }: { hour: bigint; day: bigint }): Change {
  const said = `${fromUnits(hour, coin)} ${coin} an hour, ${fromUnits(day, coin)} ${coin} in 24 hours`
  return {
    kind: 'change',
    question: `Let at most ${said} leave?`,
    audit: said,
    async apply(db) {
      await db.updateTable('payout_limits').set({ hour, day }).where('coin', '=', coin).execute()
      return { data: { coin, hour: fromUnits(hour, coin), day: fromUnits(day, coin) }, text: `At most ${said} leave.` }
    },
  }
}

async function showPayouts({ db, now }: Desk): Promise<View> {
  const { paused, coins } = await payoutState(db, now)
  const data = coins.map(({ coin, hour, day, lastHour, lastDay }) => ({
    coin,
    lastHour: fromUnits(lastHour, coin),
    hour: fromUnits(hour, coin),
    lastDay: fromUnits(lastDay, coin),
    day: fromUnits(day, coin),
  }))
  return {
    kind: 'view',
    data: { paused, coins: data },
    sheet: {
      columns: [
        { title: paused ? 'PAUSED' : 'Coin' },
        { title: 'Last hour', right: true },
        { title: 'Most', right: true },
        { title: 'Last 24 h', right: true },
        { title: 'Most', right: true },
      ],
      rows: data.map((one) => [one.coin, one.lastHour, one.hour, one.lastDay, one.day]),
      empty: '',
    },
  }
}
