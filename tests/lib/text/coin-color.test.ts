import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coinColors, createCoinPalette, fallbackColor } from '#lib/text/coin-color.ts'

test('has 18 different colours', () => {
  expect(new Set(coinColors).size).toBe(18)
})

test('gives the named coins their own colours, whatever the case', () => {
  const color = createCoinPalette()
  expect(['ALEO', 'grass', 'NodePay', 'USDT'].map(color)).toEqual(['#E0531A', '#5B8F1F', '#6D63E8', '#12907F'])
})

test('gives unknown coins the spare colours in order, then the fallback', () => {
  const color = createCoinPalette()
  const unknown = Array.from({ length: 15 }, (_, index) => `COIN${index}`)
  expect(unknown.map(color)).toEqual([...coinColors.slice(4, 17), fallbackColor, fallbackColor])
  expect(unknown.map(color).slice(0, 13)).toEqual(coinColors.slice(4, 17))
})

test('keeps a colour for a symbol and never gives it to another while some are left', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.stringMatching(/^[A-Z]{1,8}$/), { maxLength: 13 }), (symbols) => {
      const color = createCoinPalette()
      const first = symbols.map(color)
      expect(symbols.map(color)).toEqual(first)
      expect(new Set(first).size).toBe(symbols.length)
    }),
  )
})
