import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { minWorthCollecting } from '#service/chains/min-worth.ts'
import { openTronCollector } from '#service/chains/tron/collector.ts'
import { readTerms, writeTerms } from '#service/chains/tron/terms.ts'
import { depositAccount, startTronWorld, type TronWorld } from '#world/tron-world.ts'
import { collect, collectCases, createStore, kindsOf } from './collect-cases.ts'

let world: TronWorld
beforeAll(async () => {
  world = await startTronWorld()
})
afterAll(() => world?.stop())
afterEach(() => world.behave())

describe('collecting on Tron, as on every network', () => collectCases(() => world))

const nobody = () => undefined

describe('the steps', () => {
  test('are a transfer of TRX and the move, for an address that is no account', async () => {
    const of = await world.deposited(25n)
    const { kinds, fee } = await world.collector().cost(of)
    expect(kinds).toEqual(['fund', 'move'])
    // 64,285 of energy for a treasury that holds the token, 120 percent of it at 100 sun; 1.1 TRX for the account, 269 bytes.
    expect(fee).toBeGreaterThan(8_000_000n)
    expect(fee).toBeLessThan(18_000_000n)
  })

  test('are activation, loan, move and return where the wallet has staked enough', async () => {
    const of = await world.deposited(25n)
    const { kinds, fee } = await world.collector(true).cost(of)
    expect(kinds).toEqual(['activate', 'delegate', 'move', 'return'])
    expect(fee).toBeLessThan(2_200_000n)
  })

  test('burn TRX where the wallet has not staked enough', async () => {
    const of = await world.deposited(25n)
    world.node.alter('getcandelegatedmaxsize', () => ({}))
    expect((await world.collector(true).cost(of)).kinds).toEqual(['fund', 'move'])
  })

  test('are the move alone for an address that has what it needs', async () => {
    const of = await world.deposited(25n)
    world.ledger.give(of.transfer.payer, 20_000_000n)
    expect((await world.collector().cost(of)).kinds).toEqual(['move'])
    expect((await world.collector(true).cost(of)).kinds).toEqual(['move'])
    const store = createStore()
    await collect(world, { of, store })
    expect(kindsOf(store)).toEqual(['move done'])
  })

  test('send coins for the bandwidth of an address that has used its free part', async () => {
    const of = await world.deposited(25n)
    world.ledger.useUpBandwidth(of.transfer.payer)
    expect((await world.collector(true).cost(of)).kinds).toEqual(['fund', 'delegate', 'move', 'return'])
    const store = createStore()
    expect(await collect(world, { of, store, lends: true })).toMatchObject({ state: 'moved' })
  })

  test('leave the account usable for the next deposit at the same address', async () => {
    const of = await world.deposited(25n)
    await collect(world, { of, store: createStore() })
    await world.pay(of.transfer.payer, 30n)
    const again = { ...of, transfer: { ...of.transfer, value: 30n } }
    const store = createStore()
    expect(await collect(world, { of: again, store })).toMatchObject({ state: 'moved' })
    expect(await world.balanceOf(of.transfer.payer)).toBe(0n)
  })
})

describe('a move that fails', () => {
  /** Gives every move too small a limit of energy. */
  const starve = () => {
    const of = 'triggerconstantcontract'
    world.node.alter(of, (answer) => ({ ...(answer as object), energy_used: 1_000 }))
  }

  test('is tried three times, then what was lent is taken back and a person has to look at it', async () => {
    const of = await world.deposited(25n)
    const stake = world.stakeOf()
    const store = createStore()
    starve()
    expect(await collect(world, { of, store, lends: true })).toMatchObject({ state: 'failed' })
    expect(kindsOf(store).filter((one) => one === 'move failed')).toHaveLength(3)
    expect(world.stakeOf()).toBe(stake)
    expect(await world.balanceOf(of.transfer.payer)).toBe(25n)
  })

  test('burns a fee that is told, and the next one moves the deposit', async () => {
    const of = await world.deposited(25n)
    const store = createStore()
    starve()
    for (;;) {
      const collector = world.collector()
      const action = await collector.next(of, store.steps(), store.last)
      if (action.action === 'save') {
        store.save(action.step)
        await world.follower().send(action.step.signed)
      } else if (action.action === 'wait') await world.finalize()
      else if (action.action === 'record') {
        store.record(action.step.id, action.outcome)
        if (action.outcome !== 'failed') continue
        expect(action.fee).toBeGreaterThan(0n)
        break
      }
    }
    world.behave()
    expect(await collect(world, { of, store })).toMatchObject({ state: 'moved' })
  })
})

test('a node that does not show what a final step has done makes nothing be sent twice', async () => {
  const of = await world.deposited(25n)
  const store = createStore()
  const first = await world.collector().next(of, [], store.last)
  if (first.action !== 'save') throw new Error('it does not begin')
  const done = [{ ...first.step, outcome: 'done' as const }]
  await expect(world.collector().next(of, done, nobody)).rejects.toThrow('it is behind')
  const lent = { ...first.step, kind: 'delegate' as const, outcome: 'done' as const }
  await expect(world.collector(true).next(of, [lent], nobody)).rejects.toThrow('it is behind')
})

test('what moved something else is for a person, after what was lent is taken back', async () => {
  const of = await world.deposited(25n)
  const store = createStore()
  const first = await world.collector().next(of, [], store.last)
  if (first.action !== 'save') throw new Error('it does not begin')
  const terms = writeTerms({ ...readTerms(first.step.terms), amount: 7_000_000n })
  const steps = [
    { ...first.step, kind: 'delegate' as const, terms, outcome: 'done' as const },
    { ...first.step, kind: 'move' as const, outcome: 'another' as const },
  ]
  const next = await world.collector().next(of, steps, nobody)
  expect(next).toMatchObject({ action: 'save', step: { kind: 'return' } })
  const returned = { ...first.step, kind: 'return' as const, terms, outcome: 'done' as const }
  expect(await world.collector().next(of, [...steps, returned], nobody)).toEqual({ action: 'stop', state: 'another' })
})

test('does not begin when the wallet cannot pay', async () => {
  const of = await world.deposited(25n)
  world.node.alter('getaccount', (account, [body]) =>
    (body as { address: string }).address === world.collectWallet
      ? { ...(account as object), balance: 1_000_000 }
      : account,
  )
  await expect(world.collector().next(of, [], nobody)).rejects.toThrow('holds 1 TRX and needs')
})

test('two steps with the same content have two ids', async () => {
  const of = await world.deposited(25n)
  const first = await world.collector().next(of, [], nobody)
  if (first.action !== 'save') throw new Error('it does not begin')
  const second = await world.collector().next(of, [], () => first.step.terms)
  expect(second).toMatchObject({ action: 'save' })
  expect(second.action === 'save' && second.step.id).not.toBe(first.step.id)
})

test('refuses the private half of another account', () => {
  const depositXpub = depositAccount.derive('m/7').publicExtendedKey
  expect(() => openTronCollector({ ...world.settings, depositXpub }, depositAccount.privateExtendedKey)).toThrow(
    'not the private half of TRON_DEPOSIT_XPUB',
  )
})

test.each([
  [depositAccount.publicExtendedKey, 'is a public one'],
  ['xprv', 'begins with xprv'],
  ['', 'begins with xprv'],
])('refuses the key of deposits "%s" without repeating it', (account, reason) => {
  expect(() => openTronCollector(world.settings, account)).toThrow(reason)
})

describe('the smallest amount worth collecting', () => {
  test.each([
    // 10 TRX at 0.30 USDT are 3 USDT: 5 percent of 60.
    [{ fee: 10_000_000n, feeDecimals: 6, price: 300_000n, maxFeePercent: 5 }, 60_000_000n],
    [{ fee: 10_000_000n, feeDecimals: 6, price: 300_000n, maxFeePercent: 100 }, 3_000_000n],
    [{ fee: 0n, feeDecimals: 6, price: 300_000n, maxFeePercent: 5 }, 0n],
    [{ fee: 1n, feeDecimals: 6, price: 300_000n, maxFeePercent: 0.5 }, 60n],
    [{ fee: 1n, feeDecimals: 6, price: 1n, maxFeePercent: 5 }, 1n],
    // 0.002 ETH at 3,000 USDT are 6 USDT.
    [{ fee: 2_000_000_000_000_000n, feeDecimals: 18, price: 3_000_000_000n, maxFeePercent: 10 }, 60_000_000n],
  ])('%o is %s', (of, least) => expect(minWorthCollecting(of)).toBe(least))

  test('is not asked without a limit', () => {
    expect(() => minWorthCollecting({ fee: 1n, feeDecimals: 6, price: 1n, maxFeePercent: 0 })).toThrow('above zero')
  })
})
