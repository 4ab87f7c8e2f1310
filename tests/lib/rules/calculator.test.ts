import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDecimal } from '#lib/money/parse-amount.ts'
import { bounds, estimateCloud, estimatePc, type Input, inputError, type PcRequest } from '#lib/rules/calculator.ts'

const aleo = { perUnitDay: '0.006', price: '0.25' }
const pc = (changed: Partial<PcRequest> = {}): PcRequest => ({
  hashRate: '400',
  hours: '8',
  watts: '120',
  electricity: '0.15',
  rate: aleo,
  ...changed,
})

describe('a PC', () => {
  test.each([
    ['a gaming PC, 8 hours', pc(), 1, ['0.80000000', '0.20000000', '0.14400000', '0.05600000']],
    ['the same for 30 days', pc(), 30, ['24.00000000', '6.00000000', '4.32000000', '1.68000000']],
    ['all day', pc({ hours: '24' }), 1, ['2.40000000', '0.60000000', '0.43200000', '0.16800000']],
    ['never', pc({ hours: '0' }), 30, ['0.00000000', '0.00000000', '0.00000000', '0.00000000']],
    ['a loss', pc({ hashRate: '22', watts: '15', hours: '8' }), 1, ['0.04400000', '0.01100000', '0.01800000', '-0.00700000']],
    ['free electricity', pc({ electricity: '0' }), 1, ['0.80000000', '0.20000000', '0.00000000', '0.20000000']],
    ['a third that is cut', pc({ hashRate: '0.001', hours: '0.01' }), 1, ['0.00000000', '0.00000000', '0.00018000', '-0.00017999']],
    ['decimals', pc({ hashRate: '12.345', hours: '7.25', watts: '33.3', electricity: '0.2875' }), 1, ['0.02237531', '0.00559382', '0.06940968', '-0.06381585']],
  ])('%s', (_, inputs, days, [output, value, cost, net]) => {
    expect(estimatePc(inputs, days)).toEqual({ output, value, cost, net })
  }) // biome-ignore format: rows of a table

  const inputs = fc
    .record({ hashRate: fc.integer({ min: 1, max: 10 ** 9 }), hours: fc.integer({ min: 0, max: 2400 }) })
    .map(({ hashRate, hours }) => ({ hashRate: (hashRate / 1000).toFixed(3), hours: (hours / 100).toFixed(2) }))
  const cents = (text: string) => BigInt(text.replace('.', ''))

  test('yields proportionally more as it works faster, to the last decimal', () => {
    fc.assert(
      fc.property(inputs, fc.integer({ min: 1, max: 20 }), (one, times) => {
        const many = (Number(one.hashRate) * times).toFixed(3)
        const [single, all] = [estimatePc(pc(one), 1), estimatePc(pc({ ...one, hashRate: many }), 1)]
        const difference = cents(all.output) - cents(single.output) * BigInt(times)
        expect(difference >= 0n && difference < BigInt(times)).toBe(true)
      }),
    )
  })

  test('its net is value less cost, and 30 days are 30 times a day, to the last decimal', () => {
    fc.assert(
      fc.property(inputs, (one) => {
        const [day, month] = [estimatePc(pc(one), 1), estimatePc(pc(one), 30)]
        const difference = cents(day.value) - cents(day.cost) - cents(day.net)
        expect(difference >= -1n && difference <= 1n).toBe(true)
        const rest = cents(month.output) - cents(day.output) * 30n
        expect(rest >= 0n && rest < 30n).toBe(true)
      }),
    )
  })
})

describe('a plan', () => {
  const rate = { perUnitDay: '0.20053', price: '0.25' }
  const plan = { hashRate: '50', price: '188', days: '90', rate }

  test.each([
    ['pays back in every case', plan, [83, 76, 70]],
    ['pays back on its first day', { ...plan, price: '2.5' }, [1, 1, 1]],
    ['pays back to the last cent', { ...plan, price: '224', rate: { perUnitDay: '0.2', price: '0.2' }, days: '112' }, [undefined, 112, 100]],
    ['pays back on its last day', { ...plan, price: '225.59', days: '90' }, [undefined, 90, 83]],
    ['never pays back', { ...plan, days: '30' }, [undefined, undefined, undefined]],
  ])('%s', (_, inputs, [falls, stays, rises]) => {
    const found = estimateCloud(inputs).scenarios
    expect([found.falls.breakEvenDay, found.stays.breakEvenDay, found.rises.breakEvenDay]).toEqual([falls, stays, rises])
  }) // biome-ignore format: rows of a table

  test('returns the first day and the whole term', () => {
    const found = estimateCloud(plan)
    expect([found.output, found.value]).toEqual(['10.02650000', '2.50662500'])
    expect(estimateCloud({ ...plan, days: '1' }).scenarios.stays).toStrictEqual({
      value: '2.50662500',
      net: '-185.49337500',
    })
    expect(found.scenarios.stays).toEqual({ value: '225.59625000', net: '37.59625000', breakEvenDay: 76 })
    // 30 days each of all, 9 and 81 hundredths of the first
    expect(found.scenarios.falls).toEqual({ value: '203.78861250', net: '15.78861250', breakEvenDay: 83 })
  })

  test('breaks even no later when output rises than when it stays, nor then than when it falls', () => {
    const hashRate = fc.integer({ min: 1, max: 10 ** 6 }).map(String)
    const price = fc.integer({ min: 1, max: 10 ** 6 }).map(String)
    const days = fc.integer({ min: 1, max: 1095 }).map(String)
    fc.assert(
      fc.property(hashRate, price, days, (hashRate, price, days) => {
        const { falls, stays, rises } = estimateCloud({ hashRate, price, days, rate }).scenarios
        const never = Number.POSITIVE_INFINITY
        const dayOf = (one: { breakEvenDay?: number }) => one.breakEvenDay ?? never
        expect(dayOf(rises) <= dayOf(stays) && dayOf(stays) <= dayOf(falls)).toBe(true)
        for (const one of [falls, stays, rises]) expect(one.net.startsWith('-')).toBe(dayOf(one) === never)
      }),
      { numRuns: 50 },
    )
  })
})

describe('an input', () => {
  test.each([
    ['hours', '8', undefined],
    ['hours', ' 7.25 ', undefined],
    ['hours', '24', undefined],
    ['hours', '24.01', 'range'],
    ['hours', '-1', 'number'],
    ['hours', '', 'empty'],
    ['hours', '  ', 'empty'],
    ['hours', '1.234', 'places'],
    ['hashRate', '0', 'range'],
    ['hashRate', '1e3', 'number'],
    ['hashRate', '1,000', 'number'],
    ['hashRate', '1 000', undefined],
    ['hashRate', '1,000,001', 'range'],
    ['hashRate', '1,00', undefined],
    ['electricity', '0,15', undefined],
    ['hashRate', '0x10', 'number'],
    ['hashRate', '９', undefined],
    ['hashRate', '.5', undefined],
    ['hashRate', '5.', undefined],
    ['hashRate', '9'.repeat(40), 'range'],
    ['days', '1.5', 'places'],
    ['days', '1096', 'range'],
    ['price', '0', 'range'],
  ] as const)('%s of %j: %s', (input, text, expected) => {
    expect(inputError(input, text)).toBe(expected)
  })

  test('without a validation error can always be computed, and validation never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(bounds) as Input[])), fc.string(), (input, text) => {
        if (inputError(input, text) !== undefined) return
        expect(Number(parseDecimal(text))).toBeLessThanOrEqual(Number(bounds[input].max))
      }),
    )
    const digits = fc.stringMatching(/^\d{1,5}(\.\d{0,3})?$/)
    fc.assert(
      fc.property(digits, digits, (hashRate, hours) => {
        fc.pre(inputError('hashRate', hashRate) === undefined && inputError('hours', hours) === undefined)
        expect(estimatePc(pc({ hashRate, hours }), 30).output).toMatch(/^\d+\.\d{8}$/)
      }),
    )
  })
})
