import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsv } from '#lib/text/csv.ts'

const rowsOf = (csv: string) => csv.slice(1).split('\r\n').slice(0, -1)

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['书房电脑', '书房电脑'],
  ['', ''],
  ['=1+1', "'=1+1"],
  ['+48 123', "'+48 123"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "\t'=1"],
  ['\r=1', '"\r\'=1"'],
  ['\0=1', "'\0=1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['﹦1', "'﹦1"],
  [' =1', " '=1"],
  ['\u3000=1', "\u3000'=1"],
  ['x;=1+1', "x;'=1+1"],
  ['x; ＝1', "x; '＝1"],
  ['x\t@a', "x\t'@a"],
  ['x|-1', "x|'-1"],
  ['x,+1', '"x,\'+1"'],
  ['x\n=1', '"x\n\'=1"'],
  ['x;"=1"', '"x;""\'=1"""'],
  ['a=b; c-d', 'a=b; c-d'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
])('writes the text %j as %j', (text, cell) => {
  expect(toCsv(['a'], [[text]])).toBe(`\uFEFFa\r\n${cell}\r\n`)
})

test('writes numbers unchanged, and nothing else as a number', () => {
  expect(toCsv(['n'], [[{ number: '-0.000000000000000001' }], [{ number: '12' }]])).toBe(
    '\uFEFFn\r\n-0.000000000000000001\r\n12\r\n',
  )
  for (const number of ['', '=1', '1e5', '1,2', '+1', 'NaN', '1\n'])
    expect(() => toCsv(['n'], [[{ number }]])).toThrow(TypeError)
})

/** Reads RFC 4180 back, without our writer. */
function read(csv: string): string[][] {
  const rows: string[][] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  let row: string[] = []
  for (const [, quoted, bare, end] of csv.slice(1).matchAll(pattern)) {
    row.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

test('is read back cell by cell, and no cell begins a formula', () => {
  const signs = fc.constantFrom(...'=+-@＝＋－＠;,|"x \t\r\n\0\u3000')
  const cell = fc.oneof(fc.string(), fc.string({ unit: signs }))
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 })), (rows) => {
      const back = read(toCsv(['a', 'b'], rows))
      const bare = (cells: string[][]) => cells.map((row) => row.map((text) => text.replaceAll("'", '')))
      expect(bare(back.slice(1))).toEqual(bare(rows))
      for (const piece of back
        .slice(1)
        .flat()
        .flatMap((text) => text.split(/[;,|\t\r\n]/)))
        expect(piece).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
    }),
  )
})

test('ends every row', () => {
  expect(rowsOf(toCsv(['a', 'b'], []))).toEqual(['a,b'])
})
