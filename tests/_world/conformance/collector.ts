import { describe, expect, test } from 'vitest'
import { type Collection, type CollectStep, type Network, NetworkError } from '#service/chains/network.ts'
import type { NetworkKind } from '#world/network-world.ts'
import { part, type Steps } from './steps.ts'

/** Moving deposits to the treasury, and the demands on a node. */
export function collectingTests(kind: NetworkKind, { world, follower }: Steps): void {
  if (kind.receives) describe('collecting', () => collectingCases({ world, follower }))
  else
    test('collects nothing where nothing is received: the four cases of collecting do not apply', () => {
      expect(world().network.openCollector).toBeUndefined()
    })

  test('every demand on its node is met by the node of the tests, and requests are counted', async () => {
    const before = world().network.requests()
    for (const { what, ask } of world().network.probes) expect(await ask(), what).toEqual(expect.any(String))
    await follower().feeBalanceOf(world().payer.address)
    expect(world().network.requests()).toBeGreaterThan(before)
  })
}

function collectingCases({ world, follower }: Pick<Steps, 'world' | 'follower'>): void {
  const collector = (network: Network = world().network) => part(network.openCollector)(world().deposits.key)
  const collecting = (number: number, value: bigint) => ({
    number,
    transfer: { payer: world().deposits.addressOf(number), to: world().stranger(), token: world().token, value },
  })
  test('has the keys of the deposit addresses, and accepts no other ones', () => {
    expect(collector().wallet).toBe(world().deposits.wallet)
    for (const number of [0, 5]) expect(collector().addressOf(number)).toBe(world().deposits.addressOf(number))
    for (const wrong of [world().deposits.otherKey, world().deposits.xpub, 'none'])
      expect(() => part(world().network.openCollector)(wrong)).toThrow(NetworkError)
  })
  /** The steps as a database keeps them. */
  const createStore = () => {
    const steps: CollectStep[] = []
    return { steps, last: (signer: string) => steps.findLast((step) => step.signer === signer)?.terms }
  }
  /** Goes on until the collection stops, each time with another start of the program. */
  async function collect(of: Collection, { steps, last } = createStore()) {
    for (let actions = 0; actions < 40; actions += 1) {
      const next = await collector(world().reopen()).next(of, steps, last)
      if (next.action === 'stop') return { state: next.state, steps }
      if (next.action === 'save') steps.push(next.step)
      if (next.action === 'save' || next.action === 'send')
        expect(await follower().send(next.step.signed)).toBeUndefined()
      if (next.action === 'wait') await world().finalise()
      if (next.action === 'record')
        steps.splice(
          steps.findIndex(({ id }) => id === next.step.id),
          1,
          { ...next.step, outcome: next.outcome },
        )
    }
    throw new Error('the collection does not come to its end')
  }
  test('moves the exact value to the treasury, step by step, by the steps and the fee that it told before', async () => {
    const of = collecting(1, 40n)
    await world().transfer(of.transfer.payer, 40n)
    const { fee, kinds } = await collector().cost(of)
    const before = await follower().feeBalanceOf(world().deposits.wallet)
    const { state, steps } = await collect(of)
    expect(state).toBe('moved')
    expect(steps.map(({ kind, outcome }) => [kind, outcome])).toEqual(kinds.map((kind) => [kind, 'done']))
    expect(await world().balanceOf(of.transfer.to)).toBe(40n)
    expect(await world().balanceOf(of.transfer.payer)).toBe(0n)
    expect(before - (await follower().feeBalanceOf(world().deposits.wallet))).toBeLessThanOrEqual(fee)
  })
  test('a step that nobody has sent is sent, waits in a young block, and is the only one', async () => {
    const of = collecting(2, 3n)
    await world().transfer(of.transfer.payer, 3n)
    const { steps, last } = createStore()
    const first = await collector().next(of, steps, last)
    if (first.action !== 'save') throw new Error(`it does not begin: ${first.action}`)
    steps.push(first.step)
    const again = await collector(world().reopen()).next(of, steps, last)
    expect(again).toEqual({ action: 'send', step: first.step })
    await follower().send(first.step.signed)
    expect((await collector().next(of, steps, last)).action).toBe('wait')
    expect(await collect(of, { steps, last })).toMatchObject({ state: 'moved' })
    expect(await world().balanceOf(of.transfer.to)).toBe(3n)
  })
  test('refuses to move more than the address holds', async () => {
    await expect(collector().next(collecting(3, 1n), [], () => undefined)).rejects.toThrow(NetworkError)
    await expect(collector().cost(collecting(3, 1n))).rejects.toThrow(NetworkError)
  })
}
