import { afterEach, describe, expect, test } from 'vitest'
import type { CollectAction, Collection, CollectStep } from '#service/chains/network.ts'
import { killPoints } from '#world/kills.ts'
import type { CollectWorld, NodeFault } from '#world/tron-world.ts'

/** Cases that a collector of any network has to pass. */

class KilledError extends Error {
  override name = 'KilledError'
}

/** The steps of a collection as a database keeps them: what is saved survives. */
export function createStore() {
  const steps: CollectStep[] = []
  return {
    steps: (): readonly CollectStep[] => JSON.parse(JSON.stringify(steps)),
    save: (step: CollectStep) => void steps.push(step),
    record(id: string, outcome: CollectStep['outcome']) {
      const step = steps.find((one) => one.id === id)
      if (!step) throw new Error(`${id} was not saved`)
      step.outcome = outcome
    },
    last: (signer: string) => steps.filter((step) => step.signer === signer).at(-1)?.terms,
  }
}
export type Store = ReturnType<typeof createStore>

interface Run {
  of: Collection
  store: Store
  lends?: boolean
  /** The process dies at this point, counted from one; never where it is not given. */
  killAt?: number
}

type Stopped = Extract<CollectAction, { action: 'stop' }>

/** Goes on with a collection until it stops, each time with a fresh collector. Returns the number of points it could die at. */
export async function collect(
  world: CollectWorld,
  { of, store, lends, killAt }: Run,
): Promise<Stopped & { points: number }> {
  let points = 0
  const point = () => {
    points += 1
    if (points === killAt) throw new KilledError()
  }
  for (;;) {
    const collector = world.collector(lends)
    const action = await collector.next(of, store.steps(), store.last)
    point()
    if (action.action === 'stop') return { ...action, points }
    if (action.action === 'wait') await world.finalize()
    if (action.action === 'save') store.save(action.step)
    if (action.action === 'save' || action.action === 'send') {
      point()
      expect(await world.follower().send(action.step.signed)).toBeUndefined()
      point()
    }
    if (action.action === 'record') {
      store.record(action.step.id, action.outcome)
      point()
    }
  }
}

export const kindsOf = (store: Store) => store.steps().map(({ kind, outcome }) => `${kind} ${outcome}`)

export function collectCases(world: () => CollectWorld): void {
  afterEach(() => world().behave())

  describe.each([
    ['that sends coins for the fee', false],
    ['that lends resources', true],
  ])('a collector %s', (_, lends) => {
    test('moves a deposit to the treasury, by the steps and at most for the cost that it told before', async () => {
      const of = await world().deposited(25n)
      const store = createStore()
      const { kinds, fee } = await world().collector(lends).cost(of)
      const [held, collector] = [await world().balanceOf(world().treasury), world().collector(lends)]
      const before = await world().follower().feeBalanceOf(collector.wallet)
      const stake = world().stakeOf()
      expect(await collect(world(), { of, store, lends })).toMatchObject({ state: 'moved' })
      expect(kindsOf(store)).toEqual(kinds.map((kind) => `${kind} done`))
      expect((await world().balanceOf(world().treasury)) - held).toBe(25n)
      expect(before - (await world().follower().feeBalanceOf(collector.wallet))).toBeLessThanOrEqual(fee)
      expect(world().stakeOf()).toBe(stake)
    })

    test('is killed at every point, goes on after a restart, and moves it once', async () => {
      const stake = world().stakeOf()
      const { points } = await collect(world(), { of: await world().deposited(25n), store: createStore(), lends })
      expect(points).toBeGreaterThan(8)
      for (const killAt of killPoints(Array.from({ length: points }, (_, index) => index + 1))) {
        const of = await world().deposited(25n)
        const store = createStore()
        const held = await world().balanceOf(world().treasury)
        await expect(collect(world(), { of, store, lends, killAt })).rejects.toThrow(KilledError)
        expect(await collect(world(), { of, store, lends })).toMatchObject({ state: 'moved' })
        expect([(await world().balanceOf(world().treasury)) - held, world().stakeOf()]).toEqual([25n, stake])
        expect(new Set(kindsOf(store)).size).toBe(store.steps().length)
      }
    })

    test('signs a step again when it has expired, and moves the deposit once', async () => {
      const of = await world().deposited(25n)
      const store = createStore()
      const held = await world().balanceOf(world().treasury)
      const first = await world().collector(lends).next(of, [], store.last)
      if (first.action !== 'save') throw new Error(`it does not begin: ${first.action}`)
      store.save(first.step)
      await world().expire()
      expect(await collect(world(), { of, store, lends })).toMatchObject({ state: 'moved' })
      const [expired, again] = store.steps()
      expect([expired?.outcome, again?.outcome, again?.kind]).toEqual(['expired', 'done', expired?.kind])
      expect((await world().balanceOf(world().treasury)) - held).toBe(25n)
    })

    test('sends a step again when its block was replaced', async () => {
      const of = await world().deposited(25n)
      const store = createStore()
      const held = await world().balanceOf(world().treasury)
      const first = await world().collector(lends).next(of, [], store.last)
      if (first.action !== 'save') throw new Error(`it does not begin: ${first.action}`)
      store.save(first.step)
      await world().follower().send(first.step.signed)
      await world().mine(1)
      expect((await world().collector(lends).next(of, store.steps(), store.last)).action).toBe('wait')
      await world().reorg(1)
      expect((await world().collector(lends).next(of, store.steps(), store.last)).action).toBe('send')
      expect(await collect(world(), { of, store, lends })).toMatchObject({ state: 'moved' })
      expect((await world().balanceOf(world().treasury)) - held).toBe(25n)
      expect(store.steps().every(({ outcome }) => outcome === 'done')).toBe(true)
    })
  })

  test('does not begin where the deposit holds too little', async () => {
    const of = await world().deposited(25n)
    const more = { ...of, transfer: { ...of.transfer, value: 26n } }
    await expect(
      world()
        .collector()
        .next(more, [], () => undefined),
    ).rejects.toThrow('too little of the token')
    await expect(world().collector().cost(more)).rejects.toThrow('too little of the token')
  })

  test('does not begin for an address that its key does not give', async () => {
    const [one, other] = [await world().deposited(25n), await world().deposited(25n)]
    const wrong = { ...one, number: other.number }
    await expect(
      world()
        .collector()
        .next(wrong, [], () => undefined),
    ).rejects.toThrow('The key of deposits gives')
    expect(world().collector().addressOf(one.number)).toBe(one.transfer.payer)
  })

  test.each<NodeFault>(['is down', 'answers with nothing', 'answers with garbage'])(
    'signs nothing and ends nothing while its node %s',
    async (name) => {
      const of = await world().deposited(25n)
      const store = createStore()
      const first = await world().collector().next(of, [], store.last)
      if (first.action !== 'save') throw new Error(`it does not begin: ${first.action}`)
      world().fault(name)
      await expect(world().collector().next(of, [], store.last)).rejects.toThrow()
      await expect(world().collector().next(of, [first.step], store.last)).rejects.toThrow()
      await expect(world().collector().cost(of)).rejects.toThrow()
    },
  )
}
