import { describe, expect, test } from 'vitest'
import { NetworkError } from '#service/chains/network.ts'
import type { Steps } from './steps.ts'

/** Reading blocks, transfers and balances. */
export function readerTests({ world, reader, read, since, next, arrive }: Steps): void {
  describe('the reader', () => {
    test('accepts the node of its network, and no other one', async () => {
      await reader().check()
      world().node.impersonate()
      await expect(reader().check()).rejects.toThrow(NetworkError)
    })
    test('tells the head, which grows, and the hashes of blocks', async () => {
      const before = await reader().head()
      await world().mine(2)
      const after = await reader().head()
      expect(after.block).toBe(before.block + 2n)
      expect(await reader().hashOf(before.block)).toBe(before.hash)
      expect(await reader().hashOf(after.block)).toBe(after.hash)
      expect(await reader().hashOf(0n)).toEqual(expect.any(String))
    })
    test('does not know a block that is not there yet', async () => {
      expect(await reader().hashOf((await next()) + 5n)).toBeUndefined()
    })
    test('tells the last final block, never above the head, and every block becomes final', async () => {
      const head = await reader().head()
      const final = await reader().finalHead(head)
      expect(final).toBeLessThanOrEqual(head.block)
      expect(final).toBeGreaterThanOrEqual(-1n)
      expect(await reader().finalHead({ ...head, block: 0n })).toBeLessThanOrEqual(0n)
      await world().finalise()
      expect(await reader().finalHead(await reader().head())).toBeGreaterThanOrEqual(head.block)
    })
    test('finds a transfer with all that is known of it', async () => {
      const { arrival, id, to, from } = await arrive(123n)
      expect(arrival).toMatchObject({ transactionId: id, block: from, to, token: world().token, value: 123n })
      expect(arrival.blockHash).toBe(await reader().hashOf(from))
      expect(arrival.sender).not.toBe(to)
    })
    test('finds each transfer once however often it reads, in the order of blocks', async () => {
      const from = await next()
      const ids = [await world().transfer(world().stranger(), 1n), await world().transfer(world().stranger(), 2n)]
      for (let reads = 0; reads < 2; reads += 1)
        expect((await since(from)).map(({ transactionId }) => transactionId)).toEqual(ids)
    })
    test('reads a span to its last block, and an empty one', async () => {
      await world().mine(30)
      const { block } = await reader().head()
      expect((await read({ from: block - 20n, to: block })).last).toBe(block)
      expect(await read({ from: block, to: block })).toEqual({ found: [], last: block })
    })
    test('keeps the smallest and the largest values exact', async () => {
      const large = 10n ** 30n + 1n
      expect((await arrive(1n)).arrival.value).toBe(1n)
      expect((await arrive(large)).arrival.value).toBe(large)
    })
    test('names the token of a transfer, and leaves out tokens that no setting names and empty transfers', async () => {
      const from = await next()
      await world().transfer(world().stranger(), 3n, world().otherToken)
      await world().transfer(world().stranger(), 4n, world().unknownToken)
      await world().transfer(world().stranger(), 0n)
      expect((await since(from)).map(({ token, value }) => [token, value])).toEqual([[world().otherToken, 3n]])
    })
    test('finds the transfers to one address alone', async () => {
      const one = await arrive()
      await arrive()
      const found = await since(one.from, [one.to])
      expect(found.filter(({ to }) => to === one.to)).toHaveLength(1)
    })
    test('tells the transfers of a transaction by its receipt', async () => {
      const { id, arrival } = await arrive(9n)
      expect(await reader().transfersOf(id)).toEqual({ state: 'taken', block: arrival.block, arrivals: [arrival] })
    })
    test('tells a transaction that failed, and one that nobody knows', async () => {
      const id = await world().failing(world().stranger())
      expect(await reader().transfersOf(id)).toMatchObject({ state: 'failed' })
      expect(await reader().transfersOf(world().noTransaction)).toEqual({ state: 'unknown' })
    })
    test('forgets what a reorganisation has taken back', async () => {
      const { id, from, arrival } = await arrive()
      await world().reorganise(1)
      expect(await since(from)).toEqual([])
      expect(await reader().transfersOf(id)).toEqual({ state: 'unknown' })
      expect(await reader().hashOf(arrival.block)).not.toBe(arrival.blockHash)
      expect(await reader().proves(arrival)).toBe(false)
    })
    test('proves a transfer as it was, and none that differs in anything', async () => {
      const { arrival } = await arrive()
      expect(await reader().proves(arrival)).toBe(true)
      for (const change of [
        { value: arrival.value + 1n },
        { to: world().stranger() },
        { token: world().otherToken },
        { logIndex: arrival.logIndex + 1 },
        { blockHash: world().noTransaction },
        { transactionId: world().noTransaction },
      ])
        expect(await reader().proves({ ...arrival, ...change }), Object.keys(change)[0]).toBe(false)
    })
    test('tells balances without its lists', async () => {
      const { to } = await arrive(11n)
      const { block } = await reader().head()
      world().node.leaveOut()
      const { at, balances } = await reader().received([to, world().stranger()], { token: world().token, block })
      expect(balances).toEqual([11n, 0n])
      expect(at).toBe(block)
    })
    test('tells the balances of many addresses in their order', async () => {
      const owners = Array.from({ length: 150 }, () => world().stranger())
      await world().transfer(owners[120] ?? '', 5n)
      const { block } = await reader().head()
      const { balances } = await reader().received(owners, { token: world().token, block })
      expect(balances.flatMap((value, index) => (value > 0n ? [[index, value]] : []))).toEqual([[120, 5n]])
    })
    test('finds the first block of a time', async () => {
      const { block } = await reader().head()
      expect(await reader().blockSince(0, block)).toBe(0n)
      expect(await reader().blockSince(Number.MAX_SAFE_INTEGER, block)).toBe(block)
    })
  })
}
