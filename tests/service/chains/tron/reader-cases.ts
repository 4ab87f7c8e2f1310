import { afterEach, describe, expect, test } from 'vitest'
import type { Arrival, ChainReader, Span } from '#service/chains/network.ts'
import type { NodeFault, ReaderWorld } from '#world/tron-world.ts'

/** Cases that a reader of any network has to pass. */

/** Every transfer of a span. */
export async function allArrivals(reader: ChainReader, span: Span, wanted: readonly string[]): Promise<Arrival[]> {
  const found: Arrival[] = []
  for await (const part of reader.arrivals(span, wanted)) found.push(...part.found)
  return found
}

export function readerCases(world: () => ReaderWorld): void {
  afterEach(() => world().behave())

  /** Everything that has reached an address until now. */
  async function arrived(...to: string[]): Promise<Arrival[]> {
    const reader = world().reader()
    const { block } = await reader.head()
    return allArrivals(reader, { from: 0n, to: block }, to)
  }

  test('identifies its node, and reads its head', async () => {
    const reader = world().reader()
    await reader.check()
    const head = await reader.head()
    expect(await reader.hashOf(head.block)).toBe(head.hash)
    expect(await reader.hashOf(head.block + 100n)).toBeUndefined()
    expect(await reader.hashOf(0n)).toBeDefined()
  })

  test('reads the decimals of a token from its contract', async () => {
    const reader = world().reader()
    expect(await reader.decimals(world().token)).toBe(6)
    expect(await reader.decimals(world().otherToken)).toBe(18)
  })

  test('throws where there is no token', async () => {
    await expect(world().reader().decimals(world().recipient())).rejects.toThrow('no token')
  })

  test('finds a transfer to a wanted address with its block, sender and value', async () => {
    const to = world().recipient()
    const transactionId = await world().pay(to, 25_000_000n)
    const [found, ...others] = await arrived(to)
    expect(found).toMatchObject({ transactionId, to, value: 25_000_000n, token: world().token })
    expect(found?.blockHash).toBe(
      await world()
        .reader()
        .hashOf(found?.block ?? -1n),
    )
    expect(others).toEqual([])
  })

  test('finds transfers to several addresses, and none to an address that nobody asks about', async () => {
    const [one, other, unasked] = [world().recipient(), world().recipient(), world().recipient()]
    for (const [index, to] of [one, other, unasked].entries()) await world().pay(to, BigInt(index + 1))
    expect((await arrived(one, other)).map(({ to, value }) => [to, value])).toEqual([
      [one, 1n],
      [other, 2n],
    ])
  })

  test('names the token of a transfer in another known token, and keeps silent about unknown ones', async () => {
    const to = world().recipient()
    await world().pay(to, 7n, world().otherToken)
    await world().pay(to, 8n, world().strangeToken)
    expect((await arrived(to)).map(({ token, value }) => [token, value])).toEqual([[world().otherToken, 7n]])
  })

  test('leaves transfers of nothing out', async () => {
    const to = world().recipient()
    await world().pay(to, 0n)
    expect(await arrived(to)).toEqual([])
  })

  test('tells two transfers of the same sum apart, and finds a partial payment with its rest', async () => {
    const to = world().recipient()
    const ids = [await world().pay(to, 5n), await world().pay(to, 5n), await world().pay(to, 20n)]
    const found = await arrived(to)
    expect(found.map(({ transactionId }) => transactionId)).toEqual(ids)
    expect(found.map(({ value }) => value)).toEqual([5n, 5n, 20n])
  })

  test('reads a transaction by its id as it reads it from its block', async () => {
    const to = world().recipient()
    const id = await world().pay(to, 25n)
    const outcome = await world().reader().transfersOf(id)
    expect(outcome).toMatchObject({ state: 'taken', arrivals: await arrived(to) })
  })

  test('tells a failed transaction from an unknown one', async () => {
    const id = await world().payInVain(world().recipient(), 5n)
    expect((await world().reader().transfersOf(id)).state).toBe('failed')
    expect(await world().reader().transfersOf('ab'.repeat(32))).toEqual({ state: 'unknown' })
  })

  test('a failed transfer arrives nowhere', async () => {
    const to = world().recipient()
    await world().payInVain(to, 5n)
    expect(await arrived(to)).toEqual([])
  })

  test('proves a transfer, and none that differs from it', async () => {
    const [to, other] = [world().recipient(), world().recipient()]
    await world().pay(to, 25n)
    const [found] = await arrived(to)
    if (!found) throw new Error('nothing arrived')
    const reader = world().reader()
    expect(await reader.proves(found)).toBe(true)
    const { token, otherToken } = world()
    const changes = [{ value: 26n }, { to: other }, { token: token === found.token ? otherToken : token }]
    const places = [
      { logIndex: found.logIndex + 1 },
      { blockHash: 'cd'.repeat(32) },
      { transactionId: 'cd'.repeat(32) },
    ]
    for (const change of [...changes, ...places]) expect(await reader.proves({ ...found, ...change })).toBe(false)
  })

  test('no longer proves a transfer whose block was replaced', async () => {
    const to = world().recipient()
    const id = await world().pay(to, 25n)
    const [found] = await arrived(to)
    if (!found) throw new Error('nothing arrived')
    await world().reorg(1)
    expect(await world().reader().proves(found)).toBe(false)
    expect(await world().reader().hashOf(found.block)).not.toBe(found.blockHash)
    expect(await world().reader().transfersOf(id)).toEqual({ state: 'unknown' })
    expect(await arrived(to)).toEqual([])
  })

  test('the last final block follows the head, and reaches a payment after some blocks', async () => {
    const reader = world().reader()
    await world().pay(world().recipient(), 1n)
    const { block } = await reader.head()
    const finalHead = async () => reader.finalHead(await reader.head())
    expect(await finalHead()).toBeLessThan(block)
    await world().finalize()
    expect(await finalHead()).toBeGreaterThanOrEqual(block)
    expect(await reader.finalHead({ block: 30n, hash: '' })).toBe(12n)
    expect(await reader.finalHead({ block: 1n, hash: '' })).toBe(-1n)
  })

  test('reads a span in the same way in one part and block by block, and after a restart', async () => {
    const to = world().recipient()
    for (const value of [1n, 2n, 3n]) await world().pay(to, value)
    const { block } = await world().reader().head()
    const whole = await allArrivals(world().reader(), { from: block - 2n, to: block }, [to])
    const pieces: Arrival[] = []
    for (let at = block - 2n; at <= block; at += 1n)
      pieces.push(...(await allArrivals(world().reader(), { from: at, to: at }, [to])))
    expect(pieces).toEqual(whole)
    expect(whole.map(({ value }) => value)).toEqual([1n, 2n, 3n])
  })

  test('reads nothing, and asks nothing, of an empty span', async () => {
    expect(await allArrivals(world().reader(), { from: 5n, to: 4n }, [world().recipient()])).toEqual([])
  })

  test('a node that lags is not taken for one on which nothing arrived', async () => {
    const to = world().recipient()
    await world().pay(to, 25n)
    const { block } = await world().reader().head()
    world().lag(3)
    await expect(allArrivals(world().reader(), { from: block, to: block }, [to])).rejects.toThrow(`block ${block}`)
    await expect(world().reader().received([to], { token: world().token, block })).rejects.toThrow(`block ${block}`)
  })

  test('tells balances with the block of the answer, without logs', async () => {
    const [paid, empty] = [world().recipient(), world().recipient()]
    await world().pay(paid, 20n)
    await world().pay(paid, 5n)
    world().fault('knows no logs')
    const { block } = await world().reader().head()
    expect(await world().reader().received([paid, empty], { token: world().token, block })).toEqual({
      at: block,
      balances: [25n, 0n],
    })
  })

  test('finds the first block that is not older than a time', async () => {
    const reader = world().reader()
    await world().mine(3)
    const { block } = await reader.head()
    expect(await reader.blockSince(0, block)).toBe(0n)
    expect(await reader.blockSince(Number.MAX_SAFE_INTEGER, block)).toBe(block)
  })

  describe('throws, and never takes it for an answer, when its node', () => {
    const faults: NodeFault[] = ['is down', 'answers with nothing', 'answers with garbage']
    test.each(faults)('%s', async (name) => {
      const to = world().recipient()
      const id = await world().pay(to, 25n)
      const [found] = await arrived(to)
      if (!found) throw new Error('nothing arrived')
      world().fault(name)
      const reader = world().reader()
      const calls = [
        () => reader.check(),
        () => reader.head(),
        () => reader.finalHead({ block: found.block, hash: found.blockHash }),
        () => reader.hashOf(found.block),
        () => allArrivals(reader, { from: found.block, to: found.block }, [to]),
        () => reader.transfersOf(id),
        () => reader.proves(found),
        () => reader.received([to], { token: world().token, block: found.block }),
        () => reader.decimals(world().token),
        () => reader.blockSince(0, found.block),
      ]
      for (const call of calls) await expect(call()).rejects.toThrow()
    })

    test('serves another chain', async () => {
      world().fault('serves another chain')
      await expect(world().reader().check()).rejects.toThrow('chain')
    })
  })

  test.each<NodeFault>(['knows no receipts', 'lies about receipts'])(
    'proves nothing when its node %s',
    async (name) => {
      const to = world().recipient()
      const id = await world().pay(to, 25n)
      const [found] = await arrived(to)
      if (!found) throw new Error('nothing arrived')
      world().fault(name)
      expect(await world().reader().proves(found)).toBe(false)
      expect(await world().reader().transfersOf(id)).toEqual({ state: 'unknown' })
    },
  )

  test('finds the same when its node ignores the filter', async () => {
    const [to, other] = [world().recipient(), world().recipient()]
    await world().pay(other, 1n)
    await world().pay(to, 25n)
    await world().pay(to, 8n, world().strangeToken)
    const { block } = await world().reader().head()
    const span = { from: block - 2n, to: block }
    const expected = await allArrivals(world().reader(), span, [to])
    world().fault('ignores the filter')
    expect(await allArrivals(world().reader(), span, [to])).toEqual(expected)
    expect(expected.map(({ value }) => value)).toEqual([25n])
  })
}
