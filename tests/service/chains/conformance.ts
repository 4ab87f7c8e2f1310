import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Arrival, ChainReader, Follower, Network, Payer, TokenTransfer } from '#service/chains/network.ts'
import { NetworkError, NodeError } from '#service/chains/network.ts'
import type { NetworkKind, NetworkWorld } from '#world/network-world.ts'

/** The contract of a network (service/chains/network.ts), as tests that every network passes on a node of its own. */
export function conformance(kind: NetworkKind): void {
  describe(kind.name, () => {
    let world: NetworkWorld
    beforeAll(async () => {
      world = await kind.start()
      await world.finalise()
    })
    afterEach(() => world.node.behave())
    afterAll(() => world.stop())

    const part = <T>(found: T | undefined): T => {
      if (found === undefined) throw new Error('the network lacks a part that is tested')
      return found
    }
    const reader = (): ChainReader => part(world.network.reader)
    const follower = (): Follower => part(world.network.follower)
    const payer = (network: Network = world.network): Payer => part(network.openPayer)(world.payer.key)
    const read = async (span: { from: bigint; to: bigint }, wanted?: readonly string[]) => {
      const found: Arrival[] = []
      let last = span.from - 1n
      for await (const one of reader().arrivals(span, wanted)) {
        found.push(...one.found)
        last = one.to
      }
      return { found, last }
    }
    /** All arrivals since a block. */
    const since = async (from: bigint, wanted?: readonly string[]) =>
      (await read({ from, to: (await reader().head()).block }, wanted)).found
    const next = async () => (await reader().head()).block + 1n
    /** One transfer to a stranger, as the reader tells it. */
    async function arrive(value = 1_000n) {
      const [from, to] = [await next(), world.stranger()]
      const id = await world.transfer(to, value)
      const arrival = (await since(from)).find((one) => one.transactionId === id)
      return { id, to, from, value, arrival: part(arrival) }
    }
    const transferOf = (value = 7n, to = world.stranger()): TokenTransfer => ({
      payer: world.payer.address,
      to,
      token: world.token,
      value,
    })
    /** A signed transfer that was not sent. */
    async function sign(transfer = transferOf(), last?: string) {
      const { terms } = await payer().quote(transfer)
      return { transfer, ...(await payer().sign(transfer, terms, last)) }
    }
    async function pay(transfer = transferOf()) {
      const signed = await sign(transfer)
      expect(await follower().send(signed.signed)).toBeUndefined()
      return signed
    }
    const statusOf = (signed: Awaited<ReturnType<typeof sign>>) => follower().fate(signed.transfer, signed)

    describe('facts and decimals', () => {
      test('name the network and its tokens without a node', () => {
        world.node.down()
        const { facts } = world.network
        expect(facts.code).toBe(kind.name)
        expect(facts.name).not.toBe('')
        expect(facts.tokens).toMatchObject([{ coin: 'USDT', contract: world.token }])
        expect(facts.otherTokens).toContain(world.otherToken)
        expect(facts.feeCoin.decimals).toBeGreaterThan(0)
      })
      test('a payment link names the address', () => {
        const to = world.stranger()
        expect(world.network.facts.paymentLink({ to, token: world.token, value: 5n })).toContain(to)
      })
      test('decimals come from the chain, whatever the name of the network', async () => {
        expect(await reader().decimals(world.token)).toBe(world.decimals)
        expect(await follower().decimals(world.token)).toBe(world.decimals)
        expect(await payer().decimals(world.token)).toBe(world.decimals)
      })
      test('an address without a token has none', async () => {
        await expect(reader().decimals(world.stranger())).rejects.toThrow(NetworkError)
      })
    })

    describe('addresses', () => {
      const addresses = () => part(world.network.addresses)
      test('are derived as wallets derive them, from the public key alone', () => {
        const derived = addresses().derive(world.deposits.xpub)
        for (const number of [0, 1, 2, 77, 10_000]) expect(derived(number)).toBe(world.deposits.addressOf(number))
      })
      test('are the same in every way of writing, and have one', () => {
        const [one, other] = [world.stranger(), world.stranger()]
        expect(addresses().same(one, world.rewritten(one))).toBe(true)
        expect(addresses().same(one, other)).toBe(false)
        expect(addresses().normal(world.rewritten(one))).toBe(one)
        expect(addresses().fault(one)).toBeUndefined()
      })
      test('with a fault are named', () => {
        for (const text of world.noAddresses) expect(addresses().fault(text), text).toEqual(expect.any(String))
        expect(() => addresses().normal('no address')).toThrow()
      })
    })

    describe('the reader', () => {
      test('accepts the node of its network, and no other one', async () => {
        await reader().check()
        world.node.impersonate()
        await expect(reader().check()).rejects.toThrow(NetworkError)
      })
      test('tells the head, which grows, and the hashes of blocks', async () => {
        const before = await reader().head()
        await world.mine(2)
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
        await world.finalise()
        expect(await reader().finalHead(await reader().head())).toBeGreaterThanOrEqual(head.block)
      })
      test('finds a transfer with all that is known of it', async () => {
        const { arrival, id, to, from } = await arrive(123n)
        expect(arrival).toMatchObject({ transactionId: id, block: from, to, token: world.token, value: 123n })
        expect(arrival.blockHash).toBe(await reader().hashOf(from))
        expect(arrival.sender).not.toBe(to)
      })
      test('finds each transfer once however often it reads, in the order of blocks', async () => {
        const from = await next()
        const ids = [await world.transfer(world.stranger(), 1n), await world.transfer(world.stranger(), 2n)]
        for (let reads = 0; reads < 2; reads += 1)
          expect((await since(from)).map(({ transactionId }) => transactionId)).toEqual(ids)
      })
      test('reads a span to its last block, and an empty one', async () => {
        await world.mine(30)
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
        await world.transfer(world.stranger(), 3n, world.otherToken)
        await world.transfer(world.stranger(), 4n, world.unknownToken)
        await world.transfer(world.stranger(), 0n)
        expect((await since(from)).map(({ token, value }) => [token, value])).toEqual([[world.otherToken, 3n]])
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
        const id = await world.failing(world.stranger())
        expect(await reader().transfersOf(id)).toMatchObject({ state: 'failed' })
        expect(await reader().transfersOf(world.noTransaction)).toEqual({ state: 'unknown' })
      })
      test('forgets what a reorganisation has taken back', async () => {
        const { id, from, arrival } = await arrive()
        await world.reorganise(1)
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
          { to: world.stranger() },
          { token: world.otherToken },
          { logIndex: arrival.logIndex + 1 },
          { blockHash: world.noTransaction },
          { transactionId: world.noTransaction },
        ])
          expect(await reader().proves({ ...arrival, ...change }), Object.keys(change)[0]).toBe(false)
      })
      test('tells balances without its lists', async () => {
        const { to } = await arrive(11n)
        const { block } = await reader().head()
        world.node.leaveOut()
        const { at, balances } = await reader().received([to, world.stranger()], { token: world.token, block })
        expect(balances).toEqual([11n, 0n])
        expect(at).toBe(block)
      })
      test('tells the balances of many addresses in their order', async () => {
        const owners = Array.from({ length: 150 }, () => world.stranger())
        await world.transfer(owners[120] ?? '', 5n)
        const { block } = await reader().head()
        const { balances } = await reader().received(owners, { token: world.token, block })
        expect(balances.flatMap((value, index) => (value > 0n ? [[index, value]] : []))).toEqual([[120, 5n]])
      })
      test('finds the first block of a time', async () => {
        const { block } = await reader().head()
        expect(await reader().blockSince(0, block)).toBe(0n)
        expect(await reader().blockSince(Number.MAX_SAFE_INTEGER, block)).toBe(block)
      })
    })

    describe('a faulty node', () => {
      /** Everything that is asked of a node while it misbehaves. */
      const questions = async (): Promise<readonly (readonly [string, () => Promise<unknown>])[]> => {
        const [{ arrival }, signed, head] = [await arrive(), await sign(), await reader().head()]
        const { block } = head
        return [
          ['check', () => reader().check()],
          ['head', () => reader().head()],
          ['arrivals', () => read({ from: block, to: block })],
          ['decimals', () => reader().decimals(world.token)],
          ['received', () => reader().received([arrival.to], { token: world.token, block })],
          ['fate', () => statusOf(signed)],
          ['send', () => follower().send(signed.signed)],
          ['balanceOf', () => follower().balanceOf(arrival.to, world.token)],
          ['feeBalanceOf', () => follower().feeBalanceOf(arrival.to)],
          ['quote', () => payer().quote(transferOf())],
        ]
      }
      const expectFailures = async (asked: Awaited<ReturnType<typeof questions>>) => {
        for (const [name, ask] of asked) await expect(ask(), name).rejects.toThrow()
      }

      test('that is down answers nothing, and never "no"', async () => {
        const { arrival } = await arrive()
        const asked = [
          ...(await questions()),
          ['hashOf', () => reader().hashOf(arrival.block)],
          ['transfersOf', () => reader().transfersOf(arrival.transactionId)],
          ['proves', () => reader().proves(arrival)],
          ['isContract', () => follower().isContract(world.token)],
        ] as const
        world.node.down()
        await expectFailures(asked)
      })
      test('that answers with nothing is not believed', async () => {
        const asked = await questions()
        world.node.empty()
        await expectFailures(asked)
      })
      test('that answers with a page of its provider is not believed', async () => {
        const asked = await questions()
        world.node.garble()
        await expectFailures(asked)
      })
      test('is told from one that cannot be used, and its address is never shown', async () => {
        world.node.down()
        const error = await reader()
          .head()
          .catch((failure: unknown) => failure)
        expect(error).toBeInstanceOf(NodeError)
        expect(String(error)).not.toMatch(/127\.0\.0\.1|a-key-of-a-provider/)
      })
      test('that limits requests says how long to wait', async () => {
        world.node.limit(77)
        await expect(reader().head()).rejects.toMatchObject({ name: 'NodeError', retryAfterMs: 77_000 })
      })
      test('that lags knows less, and contradicts nothing', async () => {
        const { arrival, from } = await arrive()
        await world.mine(2)
        const head = await reader().head()
        world.node.lag(4)
        const behind = await reader().head()
        expect(behind.block).toBe(head.block - 4n)
        expect(await reader().hashOf(arrival.block)).toBeUndefined()
        expect((await read({ from, to: head.block })).found).toEqual([])
        expect(await reader().finalHead(behind)).toBeLessThanOrEqual(behind.block)
      })
      test('that leaves a transfer out of its list tells it by its receipt', async () => {
        const { from, id } = await arrive()
        world.node.leaveOut()
        expect(await since(from)).toEqual([])
        expect(await reader().transfersOf(id)).toMatchObject({ state: 'taken', arrivals: [{ transactionId: id }] })
      })
      test('that lists another value proves it not', async () => {
        const { from, value } = await arrive()
        world.node.invent()
        const [invented] = await since(from)
        expect(invented?.value).toBe(2n * value)
        expect(await reader().proves(part(invented))).toBe(false)
      })
    })

    describe('paying', () => {
      test('has the address of its key, and shows no key that is none', () => {
        expect(payer().address).toBe(world.payer.address)
        const wrong = `${world.payer.key}ff`
        const open = () => part(world.network.openPayer)(wrong)
        expect(open).toThrow(NetworkError)
        expect(open).not.toThrow(wrong)
      })
      test('tells the fee before anything is signed', async () => {
        const { fee, terms } = await payer().quote(transferOf())
        expect(fee).toBeGreaterThan(0n)
        expect(JSON.parse(terms)).toEqual(expect.any(Object))
      })
      test('refuses more than the wallet holds', async () => {
        const held = await follower().balanceOf(world.payer.address, world.token)
        await expect(payer().quote(transferOf(held + 1n))).rejects.toThrow(NetworkError)
      })
      test('refuses a wallet that cannot pay the fee', async () => {
        const held = await follower().feeBalanceOf(world.payer.address)
        await world.setFees(world.payer.address, 0n)
        await expect(payer().quote(transferOf())).rejects.toThrow(NetworkError)
        await world.setFees(world.payer.address, held)
      })
      test('refuses a recipient that the token refuses', async () => {
        const to = world.stranger()
        await world.refuse(to)
        await expect(payer().quote(transferOf(1n, to))).rejects.toThrow(NetworkError)
      })
      test('signs without sending, and knows the id before', async () => {
        const signed = await sign()
        expect(await statusOf(signed)).toEqual({ state: 'unknown' })
        expect(await reader().transfersOf(signed.id)).toEqual({ state: 'unknown' })
        await follower().send(signed.signed)
        await world.finalise()
        expect(await reader().transfersOf(signed.id)).toMatchObject({ state: 'taken' })
      })
      test('waits until the block is final, then has paid the exact value', async () => {
        const signed = await pay(transferOf(13n))
        expect(await statusOf(signed)).toEqual({ state: 'waiting' })
        await world.finalise()
        expect(await statusOf(signed)).toEqual({ state: 'paid' })
        expect(await world.balanceOf(signed.transfer.to)).toBe(13n)
      })
      test('pays once however often it is sent', async () => {
        const signed = await pay()
        expect(await follower().send(signed.signed)).toBeUndefined()
        await world.finalise()
        expect(await follower().send(signed.signed)).toBeUndefined()
        expect(await world.balanceOf(signed.transfer.to)).toBe(signed.transfer.value)
      })
      test('pays several that were signed before any was sent, none in the place of another', async () => {
        const first = await sign()
        const second = await sign(transferOf(8n), first.terms)
        const third = await sign(transferOf(9n), second.terms)
        for (const one of [first, second, third]) expect(await follower().send(one.signed)).toBeUndefined()
        await world.finalise()
        for (const one of [first, second, third]) expect(await statusOf(one)).toEqual({ state: 'paid' })
      })
      test('a node refuses what is not signed', async () => {
        expect(await follower().send('0x1234')).toEqual(expect.any(String))
      })
      test('a transfer that fails in its block has failed once that is final', async () => {
        const transfer = transferOf()
        const signed = await sign(transfer)
        await world.refuse(transfer.to)
        // The block of the refusal has another sender: the signed one is next of its own wallet.
        await follower().send(signed.signed)
        expect(await statusOf(signed)).toEqual({ state: 'waiting' })
        await world.finalise()
        expect(await statusOf(signed)).toEqual({ state: 'failed' })
        expect(await world.balanceOf(transfer.to)).toBe(0n)
      })
      test('one that has moved something else is another', async () => {
        const signed = await pay()
        await world.finalise()
        for (const change of [{ value: 6n }, { to: world.stranger() }, { token: world.otherToken }])
          expect(await follower().fate({ ...signed.transfer, ...change }, signed)).toEqual({ state: 'another' })
      })
      test('one that a reorganisation has taken back is not ended, and can be sent again', async () => {
        const signed = await pay()
        await world.reorganise(1)
        expect(['unknown', 'waiting']).toContain((await statusOf(signed)).state)
        await follower().send(signed.signed)
        await world.finalise()
        expect(await statusOf(signed)).toEqual({ state: 'paid' })
        expect(await world.balanceOf(signed.transfer.to)).toBe(signed.transfer.value)
      })
      test('a node that lags does not end it', async () => {
        const signed = await pay()
        world.node.lag(3)
        expect(['unknown', 'waiting']).toContain((await statusOf(signed)).state)
      })
      test('goes on after a restart with what was kept as text', async () => {
        const { transfer, id, signed, terms } = await sign()
        const kept = JSON.parse(JSON.stringify({ id, signed, terms })) as { id: string; signed: string; terms: string }
        const later = part(world.reopen().follower)
        expect(await later.fate(transfer, kept)).toEqual({ state: 'unknown' })
        expect(await later.send(kept.signed)).toBeUndefined()
        await world.finalise()
        expect(await later.fate(transfer, kept)).toEqual({ state: 'paid' })
      })
      test('a restarted wallet does not take the place of its last transfer', async () => {
        const first = await sign()
        const again = payer(world.reopen())
        const transfer = transferOf(21n)
        const second = await again.sign(transfer, (await again.quote(transfer)).terms, first.terms)
        for (const { signed } of [first, second]) await follower().send(signed)
        await world.finalise()
        expect(await statusOf(first)).toEqual({ state: 'paid' })
        expect(await follower().fate(transfer, second)).toEqual({ state: 'paid' })
      })
      test('tells balances, and contracts from wallets', async () => {
        const { to } = await arrive(17n)
        expect(await follower().balanceOf(to, world.token)).toBe(17n)
        expect(await follower().balanceOf(to, world.otherToken)).toBe(0n)
        await world.setFees(to, 5n)
        expect(await follower().feeBalanceOf(to)).toBe(5n)
        expect(await follower().isContract(world.token)).toBe(true)
        expect(await follower().isContract(to)).toBe(false)
      })
      if (kind.replaces)
        test('one whose place another transaction has taken is replaced, once that is final', async () => {
          const signed = await sign()
          const by = await part(world.replaceNext)()
          expect(await statusOf(signed)).toEqual({ state: 'unknown' })
          await world.finalise()
          expect(await statusOf(signed)).toEqual({ state: 'replaced', by })
          expect(await follower().send(signed.signed)).toEqual(expect.any(String))
          expect(await statusOf(await pay())).toEqual({ state: 'waiting' })
        })
      if (kind.expires)
        test('one whose time is over has expired once no block can hold it, and another one can be signed', async () => {
          const signed = await sign()
          await part(world.expire)()
          await world.finalise()
          expect(await statusOf(signed)).toEqual({ state: 'expired' })
          const again = await sign(signed.transfer)
          expect(again.id).not.toBe(signed.id)
          await follower().send(again.signed)
          await world.finalise()
          expect(await statusOf(again)).toEqual({ state: 'paid' })
          expect(await world.balanceOf(signed.transfer.to)).toBe(signed.transfer.value)
        })
    })

    describe('collecting', () => {
      const collector = (network: Network = world.network) => part(network.openCollector)(world.deposits.key)
      const collecting = (number: number, value: bigint) => ({
        number,
        transfer: { payer: world.deposits.addressOf(number), to: world.stranger(), token: world.token, value },
      })
      test('has the keys of the deposit addresses, and accepts no other ones', () => {
        expect(collector().wallet).toBe(world.deposits.wallet)
        for (const number of [0, 5]) expect(collector().addressOf(number)).toBe(world.deposits.addressOf(number))
        for (const wrong of [world.deposits.otherKey, world.deposits.xpub, 'none'])
          expect(() => part(world.network.openCollector)(wrong)).toThrow(NetworkError)
      })
      test('moves the exact value to the treasury, step by step, each step with another start of the program', async () => {
        const of = collecting(1, 40n)
        await world.transfer(of.transfer.payer, 40n)
        for (let steps = 0; ; steps += 1) {
          expect(steps).toBeLessThan(6)
          const restarted = collector(world.reopen())
          const step = await restarted.next(of)
          const signed = await restarted.sign(of, step, undefined)
          expect(await follower().send(signed.signed)).toBeUndefined()
          await world.finalise()
          if (step.kind === 'move') {
            expect(await follower().fate(of.transfer, signed)).toEqual({ state: 'paid' })
            break
          }
          expect(await restarted.fateOfPreparation(step.preparation, signed)).toEqual({ state: 'paid' })
        }
        expect(await world.balanceOf(of.transfer.to)).toBe(40n)
        expect(await world.balanceOf(of.transfer.payer)).toBe(0n)
      })
      test('a preparation that nobody has sent is unknown, and waits in a young block', async () => {
        const of = collecting(2, 3n)
        await world.transfer(of.transfer.payer, 3n)
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
      const before = world.network.requests()
      for (const { what, ask } of world.network.probes) expect(await ask(), what).toEqual(expect.any(String))
      await reader().head()
      expect(world.network.requests()).toBeGreaterThan(before)
    })
  })
}
