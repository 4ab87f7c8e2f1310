import { describe, expect, test } from 'vitest'
import { NetworkError } from '#service/chains/network.ts'
import type { NetworkKind } from '#world/network-world.ts'
import { part, type Steps } from './steps.ts'

/** Facts, decimals and addresses. */
export function factsTests(kind: NetworkKind, { world, reader, follower, payer }: Steps): void {
  describe('facts and decimals', () => {
    test('name the network and its tokens without a node', () => {
      world().node.down()
      const { facts } = world().network
      expect(facts.code).toBe(kind.name)
      expect(facts.name).not.toBe('')
      expect(facts.tokens).toMatchObject([{ coin: 'USDT', contract: world().token }])
      expect(facts.otherTokens).toContain(world().otherToken)
      expect(facts.feeCoin.decimals).toBeGreaterThan(0)
    })
    test('a payment link names the address', () => {
      const to = world().stranger()
      expect(world().network.facts.paymentLink({ to, token: world().token, value: 5n })).toContain(to)
    })
    test('decimals come from the chain, whatever the name of the network', async () => {
      if (kind.receives) expect(await reader().decimals(world().token)).toBe(world().decimals)
      expect(await follower().decimals(world().token)).toBe(world().decimals)
      expect(await payer().decimals(world().token)).toBe(world().decimals)
    })
    test('an address without a token has none', async () => {
      await expect(follower().decimals(world().stranger())).rejects.toThrow(NetworkError)
    })
  })

  describe('addresses', () => {
    const addresses = () => part(world().network.addresses)
    test('are derived as wallets derive them, from the public key alone', () => {
      if (!kind.receives) return void expect(() => addresses().derive('')).toThrow(NetworkError)
      const derived = addresses().derive(world().deposits.xpub)
      for (const number of [0, 1, 2, 77, 10_000]) expect(derived(number)).toBe(world().deposits.addressOf(number))
    })
    test('are the same in every way of writing, and have one', () => {
      const [one, other] = [world().stranger(), world().stranger()]
      expect(addresses().same(one, world().rewritten(one))).toBe(true)
      expect(addresses().same(one, other)).toBe(false)
      expect(addresses().normal(world().rewritten(one))).toBe(one)
      expect(addresses().fault(one)).toBeUndefined()
    })
    test('with a fault are named', () => {
      for (const text of world().noAddresses) expect(addresses().fault(text), text).toEqual(expect.any(String))
      expect(() => addresses().normal('no address')).toThrow()
    })
  })
}
