import { stripVTControlCharacters } from 'node:util'
import { visibleText } from '#lib/rules/names.ts'
import type { Text } from './phrase.ts'

export interface Table {
  columns: { title: string; right?: boolean }[]
  rows: string[][]
  /** Shown in place of a table without rows. */
  empty: Text
  /** Shown under the table. */
  foot?: Text
}

export interface SheetStyle {
  /** Width of the terminal; undefined where the output is a file or a program. */
  columns: number | undefined
  colour: boolean
}

const GAP = 2
const MIN_CELL = 8
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff00-\uff60\u3000-\u303f]|\p{Emoji_Presentation}/u

/** Names are foreign input: they may not control the terminal, or reverse the direction of a line. */
const clean = (text: string): string => visibleText(stripVTControlCharacters(text).replace(/\p{Cc}/gu, ' '))

const widthOf = (text: string): number => [...text].reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0)

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let fitting = ''
  for (const character of text) {
    if (widthOf(fitting + character) > width - 1) break
    fitting += character
  }
  return `${fitting}…`
}

/** Column widths; the widest column shrinks while the terminal is too narrow. */
function widthsFor(cells: readonly string[][], columns: number | undefined): number[] {
  const widths = (cells[0] ?? []).map((_, index) => Math.max(...cells.map((row) => widthOf(row[index] ?? ''))))
  const total = () => widths.reduce((sum, width) => sum + width + GAP, -GAP)
  while (columns !== undefined && total() > columns) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) <= MIN_CELL) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

/** A table without lines: titles, then rows, columns two spaces apart. Ends with a newline. */
export function drawSheet(table: Table, style: SheetStyle): string {
  if (table.rows.length === 0) return `${table.empty}\n`
  const cells = [table.columns.map(({ title }) => title), ...table.rows.map((row) => row.map(clean))]
  const widths = widthsFor(cells, style.columns)
  const lines = cells.map((row) =>
    row
      .map((cell, index) => {
        const width = widths[index] ?? 0
        const text = cut(cell, width)
        const space = ' '.repeat(width - widthOf(text))
        return table.columns[index]?.right ? space + text : text + space
      })
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
  const [titles = '', ...rows] = lines
  const foot = table.foot === undefined ? [] : ['', table.foot]
  return [style.colour ? `\x1b[2m${titles}\x1b[22m` : titles, ...rows, ...foot, ''].join('\n')
}
