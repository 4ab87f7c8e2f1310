import { describe, expect, test } from 'vitest'
import { qrCode, qrPath } from '#lib/illustration/qr.ts'
import { hoursCells, paybackCells } from '#lib/illustration/strips.ts'

test('lights as many cells as hours, the last one faintly when it is not whole', () => {
  expect(hoursCells(8).filter((level) => level === 3)).toHaveLength(8)
  expect(hoursCells(7.5).slice(6, 9)).toEqual([3, 1, 0])
  expect(hoursCells(0)).toEqual(Array(24).fill(0))
  expect(hoursCells(24)).toEqual(Array(24).fill(3))
})

test('turns hot on the break-even day of a plan', () => {
  expect(paybackCells(90, 76).indexOf(4)).toBe(25)
  expect(paybackCells(30, 1)).toEqual(Array(30).fill(4))
  expect(paybackCells(90)).toEqual(Array(30).fill(1))
  expect(paybackCells(90, 90).filter((level) => level === 4)).toHaveLength(1)
})

/** Reads a code as a scanner does after it has found the corners; error correction is not needed, nothing is damaged. */
function read(code: boolean[][]): string {
  const size = code.length
  const dark = (x: number, y: number) => code[y]?.[x] === true
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map((x) => Number(dark(x, 8)))
  const mask = (Number.parseInt(format.slice(0, 5).join(''), 2) ^ 0b10101) & 7
  const flips = [
    (x: number, y: number) => (x + y) % 2,
    (_: number, y: number) => y % 2,
    (x: number) => x % 3,
    (x: number, y: number) => (x + y) % 3,
    (x: number, y: number) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
    (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3),
    (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2,
    (x: number, y: number) => (((x + y) % 2) + ((x * y) % 3)) % 2,
  ]
  const isPattern = (x: number, y: number) =>
    (x < 9 && y < 9) ||
    (x > size - 9 && y < 9) ||
    (x < 9 && y > size - 9) ||
    x === 6 ||
    y === 6 ||
    (size > 21 && Math.abs(x - size + 7) < 3 && Math.abs(y - size + 7) < 3)
  const bits: number[] = []
  for (let pair = 0, right = size - 1; right > 0; right -= right === 8 ? 3 : 2, pair += 1)
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = pair % 2 === 0 ? size - 1 - step : step
        if (!isPattern(x, y)) bits.push(Number(dark(x, y) !== (flips[mask]?.(x, y) === 0)))
      }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
  )
  const [blocks, length] = ({ 33: [2, 32], 37: [2, 43], 41: [4, 27] } as Record<number, [number, number]>)[size] ?? [
    1,
    words.length,
  ]
  const data = Array.from({ length: blocks }, (_, block) =>
    Array.from({ length }, (_, at) => words[at * blocks + block] ?? 0),
  ).flat()
  const nibbles = data.flatMap((byte) => [byte >> 4, byte & 15])
  expect(nibbles[0]).toBe(4)
  const count = (nibbles[1] ?? 0) * 16 + (nibbles[2] ?? 0)
  const bytes = Array.from({ length: count }, (_, at) => (nibbles[3 + at * 2] ?? 0) * 16 + (nibbles[4 + at * 2] ?? 0))
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

describe('a QR code', () => {
  test.each([
    ['https://idleforge.example/downloads/latest/android', 33],
    ['a', 21],
    ['x'.repeat(14), 21],
    ['x'.repeat(15), 25],
    ['x'.repeat(106), 41],
    ['中文', 21],
  ])('of %j has %i cells a side and can be read', (text, size) => {
    const code = qrCode(text)
    expect([code.length, code[0]?.length]).toEqual([size, size])
    expect(read(code)).toBe(text)
  })

  test('becomes one path of its dark runs', () => {
    expect(qrPath([[true, true, false], [false, false, true], [false, false, false]])).toBe('M0 0h2v1h-2zM2 1h1v1h-1z')
  }) // biome-ignore format: a small grid
})
