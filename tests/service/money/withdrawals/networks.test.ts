import { afterEach, expect, test } from 'vitest'
import { networkBy } from '#service/chains/networks.ts'
import { followTransfers } from '#service/money/withdrawals/follow-transfers.ts'
import { CONFIRMATION_BLOCKS, createPayoutWorld, type PayoutWorld } from '#world/payout-world.ts'

let paying: PayoutWorld
afterEach(() => paying?.close())

const follow = () => {
  const { ctx } = paying.world.running
  return followTransfers({ db: ctx.db, config: ctx.config, now: ctx.clock.now() })
}
const outcomes = async () =>
  (await paying.world.query<{ outcome: string | null }>('select outcome from signed_transfers order by position')).map(
    ({ outcome }) => outcome,
  )

test.each([
  ['ETHEREUM', 18, '13'],
  ['BSC', 6, '13'],
] as const)('on %s a token with %s decimals is paid to the last unit', async (network, decimals, amount) => {
  paying = await createPayoutWorld(network, { decimals, serviceFollows: true })
  const id = await paying.approved(amount)
  expect(await paying.operate(`pay ${id} --send --yes`)).toMatchObject({ code: 0, err: '' })
  await paying.chain.settled()
  await paying.chain.mine(CONFIRMATION_BLOCKS)
  expect(await follow()).toMatchObject([{ state: 'paid' }])
  const received = network === 'BSC' ? '12.7' : '10'
  expect(await paying.chain.balanceOf(paying.receiver)).toBe(paying.chain.units(received))
  expect(await paying.operate('verify-money')).toMatchObject({ code: 0 })
})

test('NODEPAY is paid by the program where its contract is set', async () => {
  paying = await createPayoutWorld('BSC', { serviceFollows: true, coin: 'NODEPAY' })
  const id = await paying.other('NODEPAY', '20')
  expect(await paying.operate(`pay ${id} --send --yes`)).toMatchObject({ code: 0, err: '' })
  await paying.chain.settled()
  await paying.chain.mine(CONFIRMATION_BLOCKS)
  expect(await follow()).toMatchObject([{ state: 'paid' }])
  expect(await paying.chain.balanceOf(paying.receiver)).toBe(paying.chain.units('18'))
  expect(await paying.operate('verify-money')).toMatchObject({ code: 0 })
})

test('a transfer that has expired ends, and its payout can be begun again', async () => {
  paying = await createPayoutWorld('BSC', { serviceFollows: true })
  const id = await paying.approved()
  await paying.chain.hold()
  expect(await paying.operate(`pay ${id} --send --yes`)).toMatchObject({ code: 0 })
  const follower = networkBy(paying.world.running.ctx.config, 'BSC')?.follower
  if (!follower) throw new Error('no follower')
  const { fate } = follower
  follower.fate = async () => ({ state: 'expired' })
  expect(await follow()).toMatchObject([{ state: 'expired' }])
  expect(await follow()).toEqual([])
  follower.fate = fate
  expect(await outcomes()).toEqual(['expired'])
  expect(await paying.shown(id)).toMatchObject({ status: 1 })
  expect(await paying.operate('verify-money')).toMatchObject({ code: 0 })
  const again = await paying.operate(`pay ${id} --send --yes`)
  expect(again).toMatchObject({ code: 0 })
  expect(await outcomes()).toEqual(['expired', null])
  expect(await paying.operate('verify-money')).toMatchObject({ code: 0 })
})
