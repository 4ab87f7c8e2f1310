import { describe, expect, test } from 'vitest'
import { NodeError } from '#service/chains/network.ts'
import type { NetworkKind } from '#world/network-world.ts'
import { part, type Steps } from './steps.ts'

/** A node that misbehaves: it is never believed to say "no". */
export function faultsTests(
  kind: NetworkKind,
  { world, reader, follower, payer, read, since, arrive, transferOf, sign, statusOf }: Steps,
): void {
  describe('a faulty node', () => {
    type Questions = readonly (readonly [string, () => Promise<unknown>])[]

    /** The questions of receiving. */
    async function readersQuestions(): Promise<Questions> {
      const [{ arrival }, { block }] = [await arrive(), await reader().head()]
      return [
        ['check', () => reader().check()],
        ['head', () => reader().head()],
        ['arrivals', () => read({ from: block, to: block })],
        ['decimals', () => reader().decimals(world().token)],
        ['received', () => reader().received([arrival.to], { token: world().token, block })],
      ]
    }
    /** Everything that is asked of a node while it misbehaves. */
    async function questions(): Promise<Questions> {
      const [signed, to] = [await sign(), world().stranger()]
      return [
        ...(kind.receives ? await readersQuestions() : []),
        ['check of the follower', () => follower().check()],
        ['decimals of the follower', () => follower().decimals(world().token)],
        ['fate', () => statusOf(signed)],
        ['send', () => follower().send(signed.signed)],
        ['balanceOf', () => follower().balanceOf(to, world().token)],
        ['feeBalanceOf', () => follower().feeBalanceOf(to)],
        ['quote', () => payer().quote(transferOf())],
      ]
    }
    async function questionsWithoutAnyAnswer(): Promise<Questions> {
      const isContract = ['isContract', () => follower().isContract(world().token)] as const
      if (!kind.receives) return [...(await questions()), isContract]
      const { arrival } = await arrive()
      return [
        ...(await questions()),
        isContract,
        ['hashOf', () => reader().hashOf(arrival.block)],
        ['transfersOf', () => reader().transfersOf(arrival.transactionId)],
        ['proves', () => reader().proves(arrival)],
      ]
    }
    const expectFailures = async (asked: Questions) => {
      for (const [name, ask] of asked) await expect(ask(), name).rejects.toThrow()
    }

    test('that is down answers nothing, and never "no"', async () => {
      const asked = await questionsWithoutAnyAnswer()
      world().node.down()
      await expectFailures(asked)
    })
    test('that answers with nothing is not believed', async () => {
      const asked = await questions()
      world().node.empty()
      await expectFailures(asked)
    })
    test('that answers with a page of its provider is not believed', async () => {
      const asked = await questions()
      world().node.garble()
      await expectFailures(asked)
    })
    test('is told from one that cannot be used, and its address is never shown', async () => {
      world().node.down()
      const error = await follower()
        .feeBalanceOf(world().payer.address)
        .catch((failure: unknown) => failure)
      expect(error).toBeInstanceOf(NodeError)
      expect(String(error)).not.toMatch(/127\.0\.0\.1|a-key-of-a-provider/)
    })
    test('that limits requests says how long to wait', async () => {
      world().node.limit(77)
      const error = await follower()
        .feeBalanceOf(world().payer.address)
        .catch((failure: unknown) => failure)
      expect(error).toBeInstanceOf(NodeError)
      expect(error).toMatchObject({ retryAfterMs: 77_000 })
    })
    if (!kind.receives) return
    test('that lags knows less, and contradicts nothing', async () => {
      const { arrival, from } = await arrive()
      await world().mine(2)
      const head = await reader().head()
      world().node.lag(4)
      const behind = await reader().head()
      expect(behind.block).toBe(head.block - 4n)
      expect(await reader().hashOf(arrival.block)).toBeUndefined()
      expect((await read({ from, to: head.block })).found).toEqual([])
      expect(await reader().finalHead(behind)).toBeLessThanOrEqual(behind.block)
    })
    test('that calls its newest block final is not believed', async () => {
      await world().finalise()
      const signed = await sign()
      expect(await follower().send(signed.signed)).toBeUndefined()
      world().node.hurry()
      await world().mine(1)
      const { facts } = world().network
      const depth = facts.finality === 'finalized' ? facts.minDepth : facts.finality.blocks
      const head = await reader().head()
      expect(depth).toBeGreaterThan(2)
      expect(await reader().finalHead(head)).toBe(head.block - BigInt(depth ?? 0) + 1n)
      expect(await statusOf(signed)).toEqual({ state: 'waiting' })
    })
    test('that leaves a transfer out of its list tells it by its receipt', async () => {
      const { from, id } = await arrive()
      world().node.leaveOut()
      expect(await since(from)).toEqual([])
      expect(await reader().transfersOf(id)).toMatchObject({ state: 'taken', arrivals: [{ transactionId: id }] })
    })
    test('that lists another value is not believed', async () => {
      const { from, value } = await arrive()
      world().node.invent()
      const [listed] = await since(from)
      expect(listed?.value).toBe(kind.readsReceipts ? value : 2n * value)
      expect(await reader().proves(part(listed))).toBe(kind.readsReceipts)
      expect(await reader().proves({ ...part(listed), value: 2n * value })).toBe(false)
    })
  })
}
