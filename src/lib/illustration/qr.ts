/**
 * QR codes of ISO/IEC 18004, as much of it as an address needs: bytes, error correction M, versions 1 to 6.
 */

/** For each version: check bytes of a block, and blocks. All blocks of these versions have one length. */
const versions = [
  { bytes: 26, check: 10, blocks: 1 },
  { bytes: 44, check: 16, blocks: 1 },
  { bytes: 70, check: 26, blocks: 1 },
  { bytes: 100, check: 18, blocks: 2 },
  { bytes: 134, check: 24, blocks: 2 },
  { bytes: 172, check: 16, blocks: 4 },
] as const
type Version = (typeof versions)[number]

const exp: number[] = []
const log: number[] = []
for (let power = 0, value = 1; power < 255; power += 1) {
  exp[power] = value
  log[value] = power
  value = (value << 1) ^ (value & 128 ? 285 : 0)
}
const at = (list: readonly number[], index: number): number => list[index] ?? 0
const multiply = (a: number, b: number): number => (a && b ? at(exp, (at(log, a) + at(log, b)) % 255) : 0)

/** The check bytes of a block: its remainder by the generator polynomial (Reed-Solomon over GF(256)). */
function checkBytes(data: readonly number[], count: number): number[] {
  let generator = [1]
  for (let root = 0; root < count; root += 1) {
    const shifted = [...generator, 0]
    generator = shifted.map((one, index) => one ^ multiply(at([0, ...generator], index), at(exp, root)))
  }
  const rest = [...data, ...Array<number>(count).fill(0)]
  for (let index = 0; index < data.length; index += 1) {
    const factor = at(rest, index)
    generator.forEach((one, offset) => {
      rest[index + offset] = at(rest, index + offset) ^ multiply(one, factor)
    })
  }
  return rest.slice(data.length)
}

/** Mode, length, text and filling as bytes of exactly the version's room. */
function dataBytes(text: Uint8Array, room: number): number[] {
  const bits = [0, 1, 0, 0, ...bitsOf(text.length, 8), ...[...text].flatMap((byte) => bitsOf(byte, 8)), 0, 0, 0, 0]
  const bytes = Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  )
  while (bytes.length < room) bytes.push((room - bytes.length) % 2 === (room - text.length) % 2 ? 17 : 236)
  return bytes
}

const bitsOf = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1)

function codewords(text: Uint8Array, { bytes, check, blocks }: Version): number[] {
  const data = dataBytes(text, bytes - check * blocks)
  const length = data.length / blocks
  const parts = Array.from({ length: blocks }, (_, block) => data.slice(block * length, (block + 1) * length))
  const checks = parts.map((part) => checkBytes(part, check))
  const interleave = (lists: number[][], count: number) =>
    Array.from({ length: count }, (_, index) => lists.map((list) => at(list, index))).flat()
  return [...interleave(parts, length), ...interleave(checks, check)]
}

/** Format of error correction M (00) with a mask, with its BCH check, as 15 bits from the highest. */
function formatBits(mask: number): number[] {
  let rest = mask << 10
  for (let bit = 14; bit >= 10; bit -= 1) if (rest & (1 << bit)) rest ^= 0x537 << (bit - 10)
  return bitsOf(((mask << 10) | rest) ^ 0x5412, 15)
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

type Grid = (boolean | undefined)[][]

function put(grid: Grid, x: number, y: number, dark: boolean): void {
  const row = grid[y]
  if (row && x >= 0 && x < row.length) row[x] = dark
}

/** Finders, timing and alignment; cells for the format are taken, so that no data goes there. */
function drawPatterns(grid: Grid): void {
  const size = grid.length
  for (let index = 0; index < size; index += 1) {
    put(grid, index, 6, index % 2 === 0)
    put(grid, 6, index, index % 2 === 0)
  }
  for (const [left, top] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const)
    for (let y = -1; y < 8; y += 1)
      for (let x = -1; x < 8; x += 1) {
        const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3))
        put(grid, left + x, top + y, ring !== 2 && ring !== 4)
      }
  if (size > 21)
    for (let y = -2; y < 3; y += 1)
      for (let x = -2; x < 3; x += 1) put(grid, size - 7 + x, size - 7 + y, Math.max(Math.abs(x), Math.abs(y)) !== 1)
  drawFormat(grid, 0)
}

function drawFormat(grid: Grid, mask: number): void {
  const size = grid.length
  const bits = formatBits(mask)
  const beside = [0, 1, 2, 3, 4, 5, 7, 8]
  bits.forEach((bit, index) => {
    const dark = bit === 1
    if (index < 8) put(grid, at(beside, index), 8, dark)
    else put(grid, 8, at(beside, 14 - index), dark)
    if (index < 7) put(grid, 8, size - 1 - index, dark)
    else put(grid, size - 15 + index, 8, dark)
  })
  put(grid, 8, size - 8, true)
}

/** Cells that carry data, in their order: columns in pairs from the right, up and down in turn, past the timing. */
function dataCells(grid: Grid): [number, number][] {
  const size = grid.length
  const cells: [number, number][] = []
  let up = true
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - step : step
        if (grid[y]?.[x] === undefined) cells.push([x, y])
      }
  }
  return cells
}

/** How hard a grid is to read: long runs, squares of one colour, and an unequal share of dark. */
function penalty(grid: Grid): number {
  const size = grid.length
  let sum = 0
  let dark = 0
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const here = grid[y]?.[x]
      if (here) dark += 1
      if (here === grid[y]?.[x + 1] && here === grid[y + 1]?.[x] && here === grid[y + 1]?.[x + 1]) sum += 3
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
      ] as const)
        if ([1, 2, 3, 4].every((step) => grid[y + dy * step]?.[x + dx * step] === here)) sum += 1
    }
  return sum + Math.floor(Math.abs((dark / size ** 2) * 20 - 10)) * 10
}

/** The code of a text as rows of cells, true for dark. Throws a RangeError for more than 106 bytes. */
export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  const index = versions.findIndex(({ bytes: all, check, blocks }) => bytes.length + 2 <= all - check * blocks)
  const version = versions[index]
  if (!version) throw new RangeError('the text is too long for a code')
  const size = 21 + index * 4
  const bits = codewords(bytes, version).flatMap((byte) => bitsOf(byte, 8))
  const drawn = masks.map((isFlipped, mask) => {
    const grid: Grid = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined))
    drawPatterns(grid)
    dataCells(grid).forEach(([x, y], order) => {
      put(grid, x, y, (bits[order] === 1) !== isFlipped(x, y))
    })
    drawFormat(grid, mask)
    return grid as boolean[][]
  })
  return drawn.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best))
}

/** The dark cells as the data of one SVG path, a unit a cell. */
export const qrPath = (code: readonly (readonly boolean[])[]): string =>
  code
    .flatMap((row, y) =>
      row.flatMap((dark, x) => {
        if (!dark || row[x - 1]) return []
        const end = row.indexOf(false, x)
        const length = (end < 0 ? row.length : end) - x
        return [`M${x} ${y}h${length}v1h-${length}z`]
      }),
    )
    .join('')
