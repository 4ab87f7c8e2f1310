import { afterEach, describe, expect, test } from 'vitest'
import { tellSteps } from '#service/features/withdrawals/telling.ts'
import { createPaying, DEEP, type Paying } from '#world/paying.ts'

let paying: Paying
const open = async (...asked: Parameters<typeof createPaying>) => {
  paying = await createPaying(...asked)
  return paying
}
afterEach(() => paying.close())

const idIn = (out: string) => /0x[0-9a-f]{64}/.exec(out)?.[0] ?? ''
/** What `payouts --follow` says of each transfer. */
const follow = async () => {
  const { out, code } = await paying.desk('payouts --follow --json')
  const states = (JSON.parse(out) as { state: string; why: string }[]).map(({ state, why }) => ({ state, why }))
  return { code, states }
}
const oneState = async () => (await follow()).states[0]?.state

describe('a payout that is signed', () => {
  test.each([
    ['ETHEREUM', '7'],
    ['BSC', '9.7'],
  ] as const)('on %s arrives to the last unit, and is credited when it is deep', async (on, receive) => {
    const { desk, chain, world, user, receiver, shown } = await open(on)
    const id = await paying.approved()
    const sent = await desk(`pay ${id} --send`)
    expect(sent).toMatchObject({ code: 0, err: '' })
    expect(sent.questions[0]).toMatch(
      new RegExp(`^Sign and send 10 USDT \\(${receive} USDT after the fee\\) of .* from 0x`),
    )
    expect(sent.out).toContain(`The service credits it when ${DEEP} blocks hold it.`)
    expect(await chain.balanceOf(receiver)).toBe(chain.units(receive))
    for (let blocks = 1; blocks < DEEP; blocks += 1) {
      expect(await oneState()).toBe('waiting')
      expect(await shown(id)).toMatchObject({ status: 1 })
      await chain.mine(1)
    }
    expect(await oneState()).toBe('paid')
    expect(await shown(id)).toMatchObject({ status: 3, transactionId: idIn(sent.out) })
    expect(await follow()).toEqual({ code: 0, states: [] })
    expect(await chain.received(receiver)).toHaveLength(1)
    await tellSteps(world.running.ctx)
    await expect.poll(() => world.letters.some(({ subject }) => subject === 'Withdrawal of 10 USDT paid')).toBe(true)
    expect(world.letters.find(({ subject }) => subject.endsWith('paid'))?.to).toBe(user.email)
  })
})
