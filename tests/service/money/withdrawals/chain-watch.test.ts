import { beforeEach, expect, test } from 'vitest'
import { allQueues } from '#service/features.ts'
import { payerKey } from '#world/chain.ts'
import { CONFIRMATION_BLOCKS, createPayoutWorld, type PayoutWorld } from '#world/payout-world.ts'

let paying: PayoutWorld
beforeEach(async () => {
  paying = await createPayoutWorld('ETHEREUM', { serviceFollows: true })
  return () => paying.close()
})

const watch = async () => {
  const queue = allQueues(paying.world.running.ctx).find(({ name }) => name === 'watch-payouts')
  if (!queue) throw new Error('there is no queue')
  await queue.run(null)
}
const logged = (text: string) => paying.world.logLines.filter((line) => line.includes(text))
const alarms = () => paying.world.letters.filter(({ to }) => to === 'alarms@idleforge.example')
const subjects = () => alarms().map(({ subject }) => subject)

test('the service credits what the network has paid, without a key', async () => {
  const id = await paying.approved()
  await paying.operate(`pay ${id} --send`)
  await watch()
  expect(await paying.shown(id)).toMatchObject({ status: 1 })
  await paying.chain.mine(CONFIRMATION_BLOCKS - 1)
  await Promise.all(Array.from({ length: 6 }, watch))
  expect(await paying.shown(id)).toMatchObject({ status: 3 })
  expect(await paying.world.query(`select by from withdrawal_steps where status = 'credited'`)).toEqual([
    { by: 'network' },
  ])
  expect(alarms()).toEqual([])
})

test('the service sends what was signed and not sent, and does not log the address of its node', async () => {
  const id = await paying.approved()
  const held = paying.gate.hold('eth_sendRawTransaction', 'asked')
  const ran = paying.operate(`pay ${id} --send`)
  await held
  paying.gate.down()
  paying.gate.drop()
  expect(await ran).toMatchObject({ code: 5 })
  await watch()
  expect(logged('"msg":"payout is unclear')).not.toEqual([])
  paying.gate.down(false)
  await watch()
  await paying.chain.mine(CONFIRMATION_BLOCKS)
  await watch()
  expect(await paying.shown(id)).toMatchObject({ status: 3 })
  for (const secret of [paying.gate.url, payerKey.slice(2)]) expect(logged(secret)).toEqual([])
})

test('J5 an hour’s outflow and a hot wallet balance above the daily limit raise an alarm once an hour', async () => {
  await paying.operate('payouts --coin USDT --hour 20 --day 1000')
  const id = await paying.approved('19')
  await paying.operate(`pay ${id} --send`)
  await Promise.all(Array.from({ length: 6 }, watch))
  // 16 of 20 are 80 %, and not more.
  await expect.poll(subjects).toEqual(['Alarm: the paying wallets hold 1984 USDT'])
  const second = await paying.approved()
  await paying.operate('payouts --coin USDT --hour 30 --day 1000')
  await paying.operate(`pay ${second} --send`)
  await watch()
  paying.world.clock.advance(3_599)
  await watch()
  await expect.poll(subjects).toHaveLength(2)
  expect(subjects()).toContain('Alarm: 26 USDT paid out within an hour')
  paying.world.clock.advance(1)
  await watch()
  await watch()
  await expect.poll(subjects).toHaveLength(3)
  expect(subjects().filter((subject) => subject.includes('hold'))).toHaveLength(2)
  expect(logged('"alarm":"outflow/USDT"')).toHaveLength(1)
  expect(logged('"alarm":"float/USDT"')).toHaveLength(2)
})

test('a payout that is open for more than an hour raises an alarm, with its status on the network', async () => {
  const id = await paying.approved()
  await paying.operate(`pay ${id} --send`)
  paying.gate.down()
  paying.world.clock.advance(3_600)
  await watch()
  expect(subjects()).toEqual([])
  paying.world.clock.advance(1)
  await watch()
  await watch()
  await expect.poll(subjects).toEqual(['Alarm: a payout has been open for more than an hour'])
  expect(alarms()[0]?.text).toContain('State: unclear')
  paying.gate.down(false)
  await paying.chain.mine(CONFIRMATION_BLOCKS)
  await watch()
  expect(await paying.shown(id)).toMatchObject({ status: 3 })
})

test('a payout that fails raises an alarm', async () => {
  const id = await paying.approved()
  const held = paying.gate.hold('eth_sendRawTransaction', 'asked')
  const ran = paying.operate(`pay ${id} --send`)
  await held
  paying.gate.down()
  paying.gate.drop()
  await ran
  const other = await paying.chain.spend('5')
  await paying.chain.mine(CONFIRMATION_BLOCKS)
  paying.gate.down(false)
  await watch()
  await expect.poll(subjects).toEqual(['Alarm: a payout was replaced'])
  expect(alarms()[0]?.text).toContain(other.transactionHash)
  expect(logged('"state":"replaced"')).toHaveLength(1)
})
