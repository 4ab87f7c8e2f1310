import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Recharge, recharge } from '#lib/contract/balance.ts'
import { payFromTestWallet } from '#lib/contract/deposits.ts'
import { wishOfMachines, withdrawWish } from '#lib/contract/device-control.ts'
import { renameMachine, unbindMachine } from '#lib/contract/devices.ts'
import { extendGpu, releaseGpu, restartGpu } from '#lib/contract/gpu.ts'
import type { MinerSettings } from '#lib/contract/miner-settings.ts'
import { buyPlan, cancelOrder, type Order } from '#lib/contract/orders.ts'
import type { Wallet } from '#lib/contract/wallets.ts'
import { cancelWithdrawal } from '#lib/contract/withdrawals.ts'
import { defaultMinerSettings } from '#lib/rules/miner-settings.ts'
import { publishSilentDevices } from '#service/compute/devices/silent-devices.ts'
import { expireDue } from '#service/market/orders/expire-orders.ts'
import { sendBroadcasts } from '#service/messaging/notices/broadcasts.ts'
import { pollNetwork } from '#service/money/deposits/watch-networks.ts'
import { settle } from '#service/money/earnings/settle.ts'
import { paymentHandlers } from '#service/payment-handlers.ts'
import { EVERYBODY, publish } from '#service/platform/live/publish.ts'
import { tendRentals } from '#service/rental/jobs.ts'
import type { Device } from '#world/device.ts'
import { fundUser } from '#world/funds.ts'
import { followOrders, fund, type Machine, openMachine, pollAs, rentAs } from '#world/gpu.ts'
import { PLAN } from '#world/market.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import { type OpenStream, openStream, ticketOf } from '#world/stream.ts'
import { until } from '#world/until.ts'
import type { User } from '#world/visitor.ts'
import { walletOf, withdraw } from '#world/wallets.ts'
import { createWorld, type World } from '#world/world.ts'

/** Each kind of live message, with the acts that send it: calls, reports, the operator's program, and jobs. */

let world: World
let user: User
let operate: Operator
let stream: OpenStream
let device: Device
let machine: Machine
let wallet: Wallet
/** The objects that the acts of a kind share. */
let order: Order
let paid: Recharge
let withdrawal: string
let rental: string

beforeAll(async () => {
  world = await createWorld({ settings: { TEST_CHAIN: '1' } })
  user = await world.user()
  operate = createOperator(world)
  wallet = await walletOf(user, { coin: 'USDT', chain: 'BSC' })
  world.clock.advance(86_400)
  await fundUser(world, user, { USDT: '100' })
  await fund(world, user, '20')
  machine = await openMachine(world)
  device = await world.device(user)
  await (await world.device(user)).mine(1)
  // Existing state is no news.
  await publishSilentDevices(ctx())
  stream = await openStream(world.address, await ticketOf(user))
  await until(async () => ((await listeners()) > 0 ? true : undefined))
})
afterAll(async () => {
  stream.close()
  await world.close()
})

const TRANSACTION = `0x${'ab'.repeat(32)}`

const listeners = async () =>
  (
    await world.query(
      `select 1 from pg_stat_activity where query ilike 'listen%live%' and state = 'idle' and datname = current_database()`,
    )
  ).length

const ctx = () => world.running.ctx
const countOf = (word: string) => stream.text().split(`data: ${word}`).length - 1

type Word = 'news' | 'later'

/** Messages arrive in order: after a message of the other kind, all before it have arrived. */
async function fence(word: Word = 'news'): Promise<void> {
  const other = word === 'news' ? 'later' : 'news'
  const before = countOf(other)
  await publish(ctx().db, other === 'later' ? EVERYBODY : user.info.id)
  await until(() => (countOf(other) > before ? true : undefined))
}

/** The number of messages after an act. */
async function wordsOf(act: () => Promise<unknown>, word: Word = 'news'): Promise<number> {
  await fence(word)
  const before = countOf(word)
  await act()
  await fence(word)
  return countOf(word) - before
}

const ran = async (line: string) => expect(await operate(line)).toMatchObject({ code: 0, err: '' })
const poll = () => pollNetwork(ctx(), 'LOCAL', paymentHandlers)
const place = async () => {
  const request = { productId: PLAN, quantity: 1, network: 'LOCAL', requestId: randomUUID() } as const
  order = (await user.call(buyPlan, request)).order
}
const payFor = async (address: string | null, amount: string) => {
  await user.call(payFromTestWallet, { address: String(address), amount })
}
const final = async () => {
  await ctx().payments?.testChain?.mine(6)
  await poll()
  await poll()
}
const ask = async () => {
  withdrawal = (await withdraw(user, wallet, { amount: '20' }))._id
}
const tend = () => tendRentals(ctx())

type Act = readonly [kind: string, what: string, act: () => Promise<unknown>, word?: Word]

const settings: MinerSettings = {
  ...defaultMinerSettings,
  threads: 7,
  isOnlyIdle: false,
  isOnlyOnMains: false,
  isPausedFullScreen: false,
  maxCelsius: null,
}

const acts: readonly Act[] = [
  ['device', 'comes online', () => device.work()],
  ['device', 'is paused', () => device.report({ state: 'paused' })],
  ['device', 'goes on', () => device.report()],
  ['device', 'tells its settings', () => device.report({ settings })],
  ['device', 'is asked for a change', () => user.call(wishOfMachines, { ids: [device.id], settings: { threads: 2 } })],
  ['device', 'follows', () => device.report({ settings: { ...settings, threads: 2 }, followedWish: 1 })],
  ['device', 'pauses by itself', () => device.report({ state: 'paused', pause: { reason: 'hot' } })],
  ['device', 'has another reason to', () => device.report({ state: 'paused', pause: { reason: 'battery' } })],
  ['device', 'is asked nothing any more', () => user.call(withdrawWish, { ids: [device.id] })],
  ['device', 'ends in order', () => device.report({ state: 'ended' })],
  ['device', 'is back', () => device.work()],
  [
    'device',
    'falls silent',
    async () => {
      world.clock.advance(91)
      await Promise.all([publishSilentDevices(ctx()), publishSilentDevices(ctx())])
    },
  ],
  ['device', 'is renamed', () => user.call(renameMachine, { id: device.id, name: 'Attic' })],
  ['device', 'is unbound', () => user.call(unbindMachine, { id: device.id })],
  ['device', 'is bound', () => world.device(user)],
  [
    'earnings',
    'is settled',
    async () => {
      // The morning after.
      world.clock.advance(17 * 3600)
      await settle(ctx())
    },
    'later',
  ],
  ['order', 'is placed', place],
  ['order', 'is cancelled', () => user.call(cancelOrder, { orderNo: order.orderNo })],
  ['order', 'is placed again', place],
  [
    'order',
    'expires',
    async () => {
      world.clock.advance(3 * 3600)
      await expireDue(ctx())
    },
  ],
  ['order', 'is placed once more', place],
  [
    'order',
    'is seen to be paid',
    async () => {
      await payFor(order.paymentAddress, '188')
      await poll()
    },
  ],
  ['order', 'is paid', final],
  [
    'deposit',
    'is asked for',
    async () => {
      paid = await user.call(recharge, { amount: '20', network: 'LOCAL', requestId: randomUUID() })
    },
  ],
  [
    'deposit',
    'is seen',
    async () => {
      await payFor(paid.deposit.address, '20')
      await poll()
    },
  ],
  ['deposit', 'is final', final],
  ['withdrawal', 'is asked for', ask],
  ['withdrawal', 'is cancelled', () => user.call(cancelWithdrawal, { _id: withdrawal })],
  ['withdrawal', 'is asked for again', ask],
  ['withdrawal', 'is approved', () => ran(`approve ${withdrawal}`)],
  [
    'withdrawal',
    'is credited',
    async () => {
      await ran(`pay ${withdrawal}`)
      await ran(`pay ${withdrawal} --transaction ${TRANSACTION}`)
    },
  ],
  [
    'rental',
    'begins to start',
    async () => {
      await pollAs(world, machine.token)
      rental = (await rentAs(user, machine)).rental.id
    },
  ],
  ['rental', 'runs', () => followOrders(world, machine)],
  ['rental', 'is extended', () => user.call(extendGpu, { rentalId: rental, hours: 5 })],
  ['rental', 'is restarted', () => user.call(restartGpu, { rentalId: rental })],
  [
    'rental',
    'is charged for an hour',
    async () => {
      world.clock.advance(3600)
      await followOrders(world, machine)
      await tend()
    },
  ],
  ['rental', 'is given back', () => user.call(releaseGpu, { rentalId: rental })],
  ['rental', 'has ended', () => followOrders(world, machine)],
  [
    'message',
    'is left',
    async () => {
      await ran(`message --user ${user.email} --title Hi --title-zh 你好 --text A --text-zh 甲 --yes`)
      await sendBroadcasts(ctx())
    },
  ],
]

const named = acts.map(([kind, what, act, word]) => ({ kind, what, act, word }))

test.each(named)('$kind: a stream gets a message when one $what', async ({ act, word }) => {
  expect(await wordsOf(act, word)).toBeGreaterThan(0)
})

test('a silent device is reported once, also after an hour without a check', async () => {
  const other = await world.device(user)
  await other.work()
  world.clock.advance(3600)
  expect(await wordsOf(() => publishSilentDevices(ctx()))).toBe(1)
  world.clock.advance(60)
  expect(await wordsOf(() => publishSilentDevices(ctx()))).toBe(0)
})

test('an act sends one message, and a report that changes nothing sends none', async () => {
  await place()
  expect(await wordsOf(() => user.call(cancelOrder, { orderNo: order.orderNo }))).toBe(1)
  const again = () => user.call(cancelOrder, { orderNo: order.orderNo, reason: 'expired' })
  expect(await wordsOf(again)).toBe(0)
  const other = await world.device(user)
  await other.report()
  world.clock.advance(30)
  expect(await wordsOf(() => other.report())).toBe(0)
})
