import { afterAll, beforeAll, expect, test } from 'vitest'
import { currencyRates } from '#lib/contract/currencies.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let operator: Operator

beforeAll(async () => {
  world = await createWorld()
  world.clock.set('2026-03-10T10:00:00Z')
  operator = createOperator(world)
})
afterAll(() => world.close())

const shown = async () => (await (await world.user()).call(currencyRates, {})).list

test('rates are returned as the operator has set them, the newest of each currency', async () => {
  expect(await shown()).toEqual([])
  expect((await operator('currency-rates')).out).toContain('There is no rate')
  const first = await operator('currency-rates eur --amount 0.92 --day 2026-03-08')
  expect(first.questions[0]).toBe('Show values at 1 USDT = 0.92 EUR, of 2026-03-08?')
  await operator('currency-rates EUR --amount 0.925')
  await operator('currency-rates cny --amount 7.1')
  await operator('currency-rates cny --amount 7.13')
  expect(await shown()).toEqual([
    { currency: 'CNY', perUsdt: '7.13', day: '2026-03-10' },
    { currency: 'EUR', perUsdt: '0.925', day: '2026-03-10' },
  ])
  const listed = JSON.parse((await operator('currency-rates --json')).out)
  expect(listed).toEqual([
    { currency: 'CNY', day: '2026-03-10', perUsdt: '7.13' },
    { currency: 'EUR', day: '2026-03-10', perUsdt: '0.925' },
    { currency: 'EUR', day: '2026-03-08', perUsdt: '0.92' },
  ])
  const audit = await world.query('select act, detail from audit order by at, id')
  expect(audit).toContainEqual({ act: 'currency-rates', detail: '1 USDT = 7.13 CNY, of 2026-03-10' })
})

test.each([
  ['currency-rates --amount 1', 'Which currency?'],
  ['currency-rates gbp --amount 1', 'USD, EUR, CNY'],
  ['currency-rates usd', 'Give --amount'],
  ['currency-rates usd --amount 0', 'above 0'],
  ['currency-rates usd --amount 1,023', '1.023'],
  ['currency-rates usd --amount 1.123456789', 'above 0'],
  ['currency-rates usd --amount 1 --day 2026-03-11', 'yet to come'],
  ['currency-rates usd --amount 1 --day 2026-02-30', 'is a UTC day'],
  ['currency-rates eur --amount 0.93 --day 2026-03-09', 'already a rate of'],
  ['currency-rates eur --amount 9.25', '--far-off'],
  ['currency-rates eur --amount 0.0925', '--far-off'],
])('%s is refused', async (line, reason) => {
  const before = await shown()
  const ran = await operator(`${line} --yes`)
  expect(ran.err).toContain(reason)
  expect(ran.code).not.toBe(0)
  expect(await shown()).toEqual(before)
})

test('a rate far from the previous one is set after a confirmation', async () => {
  await operator('currency-rates usd --amount 1.0002 --yes')
  expect((await operator('currency-rates usd --amount 2.5 --far-off --yes')).code).toBe(0)
  expect(await shown()).toContainEqual({ currency: 'USD', perUsdt: '2.5', day: '2026-03-10' })
})
