import { describe, expect, test } from 'vitest'
import { type Network, NetworkError } from '#service/chains/network.ts'
import type { NetworkKind } from '#world/network-world.ts'
import { part, type Steps } from './steps.ts'

/** Moving deposits to the treasury, and the demands on a node. */
export function collectingTests(kind: NetworkKind, { world, follower }: Steps): void {
  if (!kind.collects)
    test('collects nothing by this contract: the four cases of collecting do not apply', () => {
      expect(world().network.openCollector).toBeUndefined()
    })
  else
    describe('collecting', () => {
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
      test('moves the exact value to the treasury, step by step, each step with another start of the program', async () => {
        const of = collecting(1, 40n)
        await world().transfer(of.transfer.payer, 40n)
        for (let steps = 0; ; steps += 1) {
          expect(steps).toBeLessThan(6)
          const restarted = collector(world().reopen())
          const step = await restarted.next(of)
          const signed = await restarted.sign(of, step, undefined)
          expect(await follower().send(signed.signed)).toBeUndefined()
          await world().finalise()
          if (step.kind === 'move') {
            expect(await follower().fate(of.transfer, signed)).toEqual({ state: 'paid' })
            break
          }
          expect(await restarted.fateOfPreparation(step.preparation, signed)).toEqual({ state: 'paid' })
        }
        expect(await world().balanceOf(of.transfer.to)).toBe(40n)
        expect(await world().balanceOf(of.transfer.payer)).toBe(0n)
      })
      test('a preparation that nobody has sent is unknown, and waits in a young block', async () => {
        const of = collecting(2, 3n)
        await world().transfer(of.transfer.payer, 3n)
        const step = await collector().next(of)
        if (step.kind !== 'prepare') throw new Error('an address without coins needs a preparation')
        const signed = await collector().sign(of, step, undefined)
        expect(await collector().fateOfPreparation(step.preparation, signed)).toEqual({ state: 'unknown' })
        await follower().send(signed.signed)
        expect(await collector().fateOfPreparation(step.preparation, signed)).toEqual({ state: 'waiting' })
      })
      test('refuses to move more than the address holds', async () => {
        await expect(collector().next(collecting(3, 1n))).rejects.toThrow(NetworkError)
      })
    })

  test('every demand on its node is met by the node of the tests, and requests are counted', async () => {
    const before = world().network.requests()
    for (const { what, ask } of world().network.probes) expect(await ask(), what).toEqual(expect.any(String))
    await follower().feeBalanceOf(world().payer.address)
    expect(world().network.requests()).toBeGreaterThan(before)
  })
}
