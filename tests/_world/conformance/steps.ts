import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Arrival, ChainReader, Follower, Network, Payer, TokenTransfer } from '#service/chains/network.ts'
import type { NetworkKind, NetworkWorld } from '#world/network-world.ts'

/** A part of a network, which its kind has to have. */
export function part<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('the network lacks a part that is tested')
  return found
}

export type Steps = ReturnType<typeof createSteps>

/** Starts the world of a kind for the tests around it, with the steps that they take. */
export function createSteps(kind: NetworkKind) {
  let started: NetworkWorld | undefined
  const world = () => part(started)
  beforeAll(async () => {
    started = await kind.start()
    await started.finalise()
  })
  afterEach(() => world().node.behave())
  afterAll(() => started?.stop())

  const reader = (): ChainReader => part(world().network.reader)
  const follower = (): Follower => part(world().network.follower)
  const payer = (network: Network = world().network): Payer => part(network.openPayer)(world().payer.key)
  const read = async (span: { from: bigint; to: bigint }, wanted?: readonly string[]) => {
    const found: Arrival[] = []
    let last = span.from - 1n
    for await (const one of reader().arrivals(span, wanted ?? world().recipients?.())) {
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
    const [from, to] = [await next(), world().stranger()]
    const id = await world().transfer(to, value)
    const arrival = (await since(from)).find((one) => one.transactionId === id)
    return { id, to, from, value, arrival: part(arrival) }
  }
  const transferOf = (value = 7n, to = world().stranger()): TokenTransfer => ({
    payer: world().payer.address,
    to,
    token: world().token,
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

  return { world, reader, follower, payer, read, since, next, arrive, transferOf, sign, pay, statusOf }
}
