import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloudRates, faqList, type Plan, PublicPlans, planDetail, planList, plansRead } from '#lib/contract/market.ts'
import { buy, createMarket, orderOf, PLAN, setStock } from '#world/market.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import type { World } from '#world/world.ts'

let world: World
let user: User
let operator: Operator
beforeAll(async () => {
  world = await createMarket()
  user = await world.user()
  operator = createOperator(world)
})
afterAll(() => world.close())

const plans = async (type: 1 | 2 = 1): Promise<Plan[]> => (await user.call(planList, { type })).list
const plan = async (id = PLAN) => (await plans()).find((one) => one.id === id) as Plan
const operate = async (line: string) => {
  const ran = await operator(`${line} --yes`)
  if (ran.code !== 0) throw new Error(ran.err)
  return ran.out
}

test('a first start has plans of both lines, the cheapest hash rate first', async () => {
  const list = await plans()
  expect(list.map(({ pricePerUnitDay }) => Number(pricePerUnitDay))).toEqual(
    list.map(({ pricePerUnitDay }) => Number(pricePerUnitDay)).sort((one, other) => one - other),
  )
  expect(await plan()).toMatchObject({
    ...{ type: 1, currencyCode: 'ALEO', price: '188', hashrate: '50', unit: 'GH/s', days: 90, total: 1800, sold: 0 },
    ...{ remaining: 1800, estimatedDuration: 90, estimatedOutput: '902.385', dailyOutput: '10.0265' },
    ...{ pricePerUnitDay: '0.041777', state: 'active', soldOut: false, opensAt: null, deadline: null },
    // 188 USDT ÷ (50 × 0.20053 ALEO × 0.25 USDT) = 75.001…
    breakEvenDay: 76,
    rate: { perUnitDay: '0.20053', since: '2026-11-22' },
  })
  expect((await plans(2)).every(({ type }) => type === 2)).toBe(true)
  // The coin stands before the title wherever a plan is named.
  for (const { currencyCode, title, titleZh } of [...list, ...(await plans(2))])
    expect(`${title} ${titleZh}`.toUpperCase()).not.toContain(currencyCode)
})

test('the same plans are read by anybody', async () => {
  const reply = await fetch(`${world.address}/api${plansRead.path}`)
  const { list } = v.parse(PublicPlans, await reply.json())
  expect(list.filter(({ type }) => type === 1)).toEqual(await plans())
})

test('a plan of its own: price of the coin with its day, networks, and nothing finished yet', async () => {
  const detail = await user.call(planDetail, { id: PLAN })
  expect(detail).toMatchObject({ coinPrice: '0.25', pricesAsOf: '2026-11-22', balance: '0', finished: null })
  expect(detail.networks).toEqual([
    {
      network: 'ETHEREUM',
      name: 'Ethereum (ERC20)',
      confirmations: 12,
      fee: '0',
      feeHint: '1',
      minutes: 3,
      isTest: false,
    },
  ])
  await expect(user.call(planDetail, { id: 'none' })).rejects.toMatchObject({ reason: 'PLAN_UNKNOWN' })
})

test('questions of a line in both languages, with the figures of the rules', async () => {
  const { list } = await user.call(faqList, { type: 1 })
  expect(list.length).toBeGreaterThanOrEqual(6)
  for (const { question, questionZh, answer, answerZh } of list) {
    expect([question, answer, questionZh, answerZh].every((text) => text.length > 1)).toBe(true)
    expect(question + answer + answerZh).not.toMatch(/\{\{|---/)
  }
})

describe('the operator', () => {
  const add =
    'plans add --plan tiny --type 1 --title "Tiny one" --title-zh 迷你 --coin aleo --farm north --hashrate 0.5 --days 3 --price 1.25 --units 4 --preparation 0'

  test('adds a plan, once, and every act is in the audit', async () => {
    expect(await operate(add)).toContain('tiny is in the market')
    expect(await plan('tiny')).toMatchObject({
      hashrate: '0.5',
      price: '1.25',
      titleZh: '迷你',
      total: 4,
      state: 'active',
    })
    expect((await operator(`${add} --yes`)).err).toContain('There is already a plan "tiny"')
    expect(await operate('audit')).toContain(
      'tiny added: "Tiny one" / "迷你", 0.5 GH/s of ALEO for 3 days at 1.25 USDT',
    )
  })

  test.each([
    ['plans add --plan x2', /needs --type/],
    [add.replace('--coin aleo', '--coin usdt'), /--coin is one of/],
    [add.replace('north', 'moon'), /no farm "moon"/],
    [add.replace('--price 1.25', '--price 0'), /--price is a number/],
    [add.replace('0.5', '0.0001'), /--hashrate is a number/],
    ['plans sell', /has no meaning/],
    ['plans change --plan none --price 1', /no plan "none"/],
    ['plans change --plan tiny', /Nothing would change/],
    ['plans change --plan tiny --days 4', /stays as it is/],
    ['plans change --plan tiny --ends soon', /is a time in UTC/],
    ['plans stock --plan tiny', /How many units/],
  ])('%s is refused with what would be right', async (line, why) => {
    const ran = await operator(`${line} --yes`)
    expect([ran.code, ran.err]).toEqual([
      expect.toSatisfy((code: number) => code === 2 || code === 3),
      expect.stringMatching(why),
    ])
  })

  test('changes a price, and no existing order', async () => {
    const order = await buy(user, { productId: 'tiny', quantity: 2 })
    await operate('plans change --plan tiny --price 2 --title Tinier')
    expect(await plan('tiny')).toMatchObject({ price: '2', title: 'Tinier', sold: 2 })
    expect(await orderOf(user, order)).toMatchObject({ price: '1.25', amount: '2.5', title: 'Tiny one' })
    await expect(buy(user, { productId: 'tiny', amount: '1.25' })).rejects.toMatchObject({
      reason: 'PRICE_CHANGED',
      data: { amount: '2' },
    })
    expect((await plan('tiny')).sold).toBe(2)
  })

  test('pauses and resumes', async () => {
    await operate('plans pause --plan tiny')
    expect((await plan('tiny')).state).toBe('paused')
    await expect(buy(user, { productId: 'tiny' })).rejects.toMatchObject({ reason: 'PLAN_NOT_ON_SALE' })
    await operate('plans resume --plan tiny')
    expect((await plan('tiny')).state).toBe('active')
  })

  test('sets stock, and never below what is ordered', async () => {
    expect((await operator('plans stock --plan tiny --units 1 --yes')).err).toContain('ordered already')
    await operate('plans stock --plan tiny --units 2')
    expect(await plan('tiny')).toMatchObject({ soldOut: true, remaining: 0 })
    await expect(buy(user, { productId: 'tiny' })).rejects.toMatchObject({
      reason: 'STOCK_SHORT',
      message: 'less than 1 units are available. Please refresh the page and place your order again.',
    })
  })

  test('opens and ends a sale by the clock', async () => {
    await operate('plans change --plan tiny --opens 2026-03-10T13:00Z --ends 2026-03-10T14:00Z')
    await setStock(world, 5, 'tiny')
    expect((await plan('tiny')).state).toBe('preparing')
    await expect(buy(user, { productId: 'tiny' })).rejects.toMatchObject({ reason: 'PLAN_NOT_ON_SALE' })
    await operate('plans change --plan tiny --opens now --ends never')
    expect(await plan('tiny')).toMatchObject({ state: 'active', opensAt: null, deadline: null })
    expect(JSON.parse(await operate('plans --json')).find((row: { id: string }) => row.id === 'tiny')).toMatchObject({
      price: '2',
      hashrate: '0.5',
    })
  })

  test('sets what rented hash rate brings, from a day on, and for no day that is over', async () => {
    await operate('cloud-rates aleo --amount 0.4 --from 2026-03-11')
    expect((await plan()).dailyOutput).toBe('10.0265')
    expect((await operator('cloud-rates aleo --amount 0.4 --from 2026-03-09 --yes')).err).toContain('is over')
    await operate('cloud-rates aleo --amount 0.1')
    expect(await plan()).toMatchObject({ dailyOutput: '5', rate: { perUnitDay: '0.1', since: '2026-03-10' } })
    expect(await operate('cloud-rates')).toContain('2026-03-11')
    // The rate of a day to come is not announced.
    const aleo = (await user.call(cloudRates, {})).coins.find(({ currencyCode }) => currencyCode === 'ALEO')
    expect(aleo?.rates).toEqual([
      { perUnitDay: '0.20053', since: '2026-03-09' },
      { perUnitDay: '0.1', since: '2026-03-10' },
    ])
  })
})
