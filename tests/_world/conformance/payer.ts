import { describe, expect, test } from 'vitest'
import { NetworkError } from '#service/chains/network.ts'
import type { NetworkKind } from '#world/network-world.ts'
import { part, type Steps } from './steps.ts'

/** Signing, sending and following transfers. */
export function payingTests(
  kind: NetworkKind,
  { world, reader, follower, payer, transferOf, sign, pay, statusOf }: Steps,
): void {
  describe('paying', () => {
    test('has the address of its key, and shows no key that is none', () => {
      expect(payer().address).toBe(world().payer.address)
      const wrong = `${world().payer.key}ff`
      const open = () => part(world().network.openPayer)(wrong)
      expect(open).toThrow(NetworkError)
      expect(open).not.toThrow(wrong)
    })
    test('tells the fee before anything is signed', async () => {
      const { fee, terms } = await payer().quote(transferOf())
      expect(fee).toBeGreaterThan(0n)
      expect(JSON.parse(terms)).toEqual(expect.any(Object))
    })
    test('refuses more than the wallet holds', async () => {
      const held = await follower().balanceOf(world().payer.address, world().token)
      await expect(payer().quote(transferOf(held + 1n))).rejects.toThrow(NetworkError)
    })
    test('refuses a wallet that cannot pay the fee', async () => {
      const held = await follower().feeBalanceOf(world().payer.address)
      await world().setFees(world().payer.address, 0n)
      await expect(payer().quote(transferOf())).rejects.toThrow(NetworkError)
      await world().setFees(world().payer.address, held)
    })
    test('refuses a recipient that the token refuses', async () => {
      const to = world().stranger()
      await world().refuse(to)
      await expect(payer().quote(transferOf(1n, to))).rejects.toThrow(NetworkError)
    })
    test('signs without sending, and knows the id before', async () => {
      const signed = await sign()
      expect(await statusOf(signed)).toEqual({ state: 'unknown' })
      if (kind.receives) expect(await reader().transfersOf(signed.id)).toEqual({ state: 'unknown' })
      await follower().send(signed.signed)
      await world().finalise()
      if (kind.receives) expect(await reader().transfersOf(signed.id)).toMatchObject({ state: 'taken' })
      expect(await statusOf(signed)).toEqual({ state: 'paid' })
    })
    test('waits until the block is final, then has paid the exact value', async () => {
      const signed = await pay(transferOf(13n))
      expect(await statusOf(signed)).toEqual({ state: 'waiting' })
      await world().finalise()
      expect(await statusOf(signed)).toEqual({ state: 'paid' })
      expect(await world().balanceOf(signed.transfer.to)).toBe(13n)
    })
    test('pays once however often it is sent', async () => {
      const signed = await pay()
      expect(await follower().send(signed.signed)).toBeUndefined()
      await world().finalise()
      expect(await follower().send(signed.signed)).toBeUndefined()
      expect(await world().balanceOf(signed.transfer.to)).toBe(signed.transfer.value)
    })
    test('pays several that were signed before any was sent, none in the place of another', async () => {
      const first = await sign()
      const second = await sign(transferOf(8n), first.terms)
      const third = await sign(transferOf(9n), second.terms)
      for (const one of [first, second, third]) expect(await follower().send(one.signed)).toBeUndefined()
      await world().finalise()
      for (const one of [first, second, third]) expect(await statusOf(one)).toEqual({ state: 'paid' })
    })
    test('a node refuses what is not signed', async () => {
      expect(await follower().send('0x1234')).toEqual(expect.any(String))
    })
    test('a transfer that fails in its block has failed once that is final', async () => {
      const transfer = transferOf()
      const signed = await sign(transfer)
      await world().refuse(transfer.to)
      // The block of the refusal has another sender: the signed one is next of its own wallet.
      await follower().send(signed.signed)
      expect(await statusOf(signed)).toEqual({ state: 'waiting' })
      await world().finalise()
      expect(await statusOf(signed)).toMatchObject({ state: 'failed' })
      expect(await world().balanceOf(transfer.to)).toBe(0n)
    })
    test('one that has moved something else is another', async () => {
      const signed = await pay()
      await world().finalise()
      for (const change of [{ value: 6n }, { to: world().stranger() }, { token: world().otherToken }])
        expect(await follower().fate({ ...signed.transfer, ...change }, signed)).toEqual({ state: 'another' })
    })
    test('one that a reorganisation has taken back is not ended, and can be sent again', async () => {
      const signed = await pay()
      await world().reorganise(1)
      expect(['unknown', 'waiting']).toContain((await statusOf(signed)).state)
      await follower().send(signed.signed)
      await world().finalise()
      expect(await statusOf(signed)).toEqual({ state: 'paid' })
      expect(await world().balanceOf(signed.transfer.to)).toBe(signed.transfer.value)
    })
    test('a node that lags does not end it', async () => {
      const signed = await pay()
      world().node.lag(3)
      expect(['unknown', 'waiting']).toContain((await statusOf(signed)).state)
    })
    test('goes on after a restart with what was kept as text', async () => {
      const { transfer, id, signed, terms } = await sign()
      const kept = JSON.parse(JSON.stringify({ id, signed, terms })) as { id: string; signed: string; terms: string }
      const later = part(world().reopen().follower)
      expect(await later.fate(transfer, kept)).toEqual({ state: 'unknown' })
      expect(await later.send(kept.signed)).toBeUndefined()
      await world().finalise()
      expect(await later.fate(transfer, kept)).toEqual({ state: 'paid' })
    })
    test('a restarted wallet does not take the place of its last transfer', async () => {
      const first = await sign()
      const again = payer(world().reopen())
      const transfer = transferOf(21n)
      const second = await again.sign(transfer, (await again.quote(transfer)).terms, first.terms)
      for (const { signed } of [first, second]) await follower().send(signed)
      await world().finalise()
      expect(await statusOf(first)).toEqual({ state: 'paid' })
      expect(await follower().fate(transfer, second)).toEqual({ state: 'paid' })
    })
    test('tells balances, and contracts from wallets', async () => {
      const to = world().stranger()
      await world().transfer(to, 17n)
      expect(await follower().balanceOf(to, world().token)).toBe(17n)
      expect(await follower().balanceOf(to, world().otherToken)).toBe(0n)
      await world().setFees(to, 5n)
      expect(await follower().feeBalanceOf(to)).toBe(5n)
      expect(await follower().isContract(world().token)).toBe(true)
      expect(await follower().isContract(to)).toBe(false)
    })
    if (kind.replaces)
      test('one whose place another transaction has taken is replaced, once that is final', async () => {
        const signed = await sign()
        const by = await part(world().replaceNext)()
        expect(await statusOf(signed)).toEqual({ state: 'unknown' })
        await world().finalise()
        expect(await statusOf(signed)).toEqual({ state: 'replaced', by })
        expect(await follower().send(signed.signed)).toEqual(expect.any(String))
        expect(await statusOf(await pay())).toEqual({ state: 'waiting' })
      })
    if (kind.expires)
      test('one whose time is over has expired once no block can hold it, and another one can be signed', async () => {
        const signed = await sign()
        await part(world().expire)()
        await world().finalise()
        expect(await statusOf(signed)).toEqual({ state: 'expired' })
        const again = await sign(signed.transfer)
        expect(again.id).not.toBe(signed.id)
        await follower().send(again.signed)
        await world().finalise()
        expect(await statusOf(again)).toEqual({ state: 'paid' })
        expect(await world().balanceOf(signed.transfer.to)).toBe(signed.transfer.value)
      })
  })
}
