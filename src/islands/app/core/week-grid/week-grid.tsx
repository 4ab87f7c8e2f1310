import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { type Cell, fillCells, placeOf } from '#lib/rules/week-schedule.ts'
import { weekdayName } from '#lib/time/week.ts'
import { useLanguage } from '../texts/i18n.ts'
import { cellAt, moved } from './cells.ts'

interface WeekGridProps {
  label: string
  describedBy: string
  /** 168 digits from Monday 0:00. */
  hours: string
  /** The digit that is painted; `0` where a cell has it already. */
  ink: string
  /** The name of a cell, by its day, hour and digit. */
  cellText: (cell: { day: string; hour: string; digit: string }) => string
  /** Days are rows where there is room for 24 columns, else columns. */
  isWide: boolean
  onChange: (hours: string) => void
}

const EMPTY = '0'
const days = [0, 1, 2, 3, 4, 5, 6]
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)
const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** A week as a grid of hours. Arrows move, Space paints, Shift extends; a mouse paints, and a heading paints its whole row or column. */
export function WeekGrid({ label, describedBy, hours, ink, cellText, isWide, onChange }: WeekGridProps) {
  const { locale } = useLanguage()
  const table = useRef<HTMLTableElement>(null)
  const [current, setCurrent] = useState<Cell>({ day: 0, hour: 0 })
  const { paint, extend, ...painting } = usePaint({ hours, ink, onChange })
  const focus = (cell: Cell) => {
    setCurrent(cell)
    table.current?.querySelector<HTMLElement>(`[data-place="${placeOf(cell)}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ' || event.key === 'Enter') paint(current, current)
    else {
      const next = moved(current, event.key, isWide)
      if (!next) return
      if (event.shiftKey) extend(current, next)
      focus(next)
    }
    event.preventDefault()
  }
  const [lines, columns] = isWide ? [days, hoursOfDay] : [hoursOfDay, days]
  const cellOf = (line: number, column: number): Cell =>
    isWide ? { day: line, hour: column } : { day: column, hour: line }
  const dayHead = (day: number) => (
    <Head
      corners={[
        { day, hour: 0 },
        { day, hour: 23 },
      ]}
      text={weekdayName(locale, day, 'short')}
    />
  )
  const hourHead = (hour: number) => (
    <Head
      corners={[
        { day: 0, hour },
        { day: 6, hour },
      ]}
      text={isWide ? String(hour) : hourText(hour)}
    />
  )
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are chosen (WAI-ARIA grid pattern)
      role="grid"
      aria-label={label}
      aria-describedby={describedBy}
      aria-multiselectable="true"
      className="week-grid w-full text-2xs text-muted select-none cursor-pointer"
      onKeyDown={onKeyDown}
      onKeyUp={({ key }) => key === 'Shift' && painting.end()}
      {...painting.pointer(setCurrent)}
    >
      <thead>
        <tr>
          <td className="w-10" />
          {columns.map((column) => (
            <th key={column} scope="col" className="font-medium">
              {isWide ? hourHead(column) : dayHead(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line}>
            <th scope="row" className="font-medium text-left">
              {isWide ? dayHead(line) : hourHead(line)}
            </th>
            {columns.map((column) => {
              const cell = cellOf(line, column)
              const place = placeOf(cell)
              return (
                <td
                  key={column}
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid
                  role="gridcell"
                  data-place={place}
                  tabIndex={place === placeOf(current) ? 0 : -1}
                  data-digit={hours[place]}
                  aria-selected={hours[place] !== EMPTY}
                  aria-label={cellText({
                    day: weekdayName(locale, cell.day, 'long'),
                    hour: hourText(cell.hour),
                    digit: hours[place] ?? EMPTY,
                  })}
                />
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A heading that a pointer may press: keys extend over its cells. */
function Head({ corners: [from, to], text }: { corners: readonly [Cell, Cell]; text: string }) {
  return (
    <span data-from={placeOf(from)} data-to={placeOf(to)}>
      {text}
    </span>
  )
}

/** Paints rectangles of cells: `paint` from a cell on, `extend` until `end` from the first cell that was named. */
function usePaint({ hours, ink, onChange }: Pick<WeekGridProps, 'hours' | 'ink' | 'onChange'>) {
  const stroke = useRef<{ from: Cell; base: string; digit: string } | undefined>(undefined)
  /** A mouse has painted when it was pressed: the click that follows is no tap. */
  const isPainted = useRef(false)
  const end = () => {
    stroke.current = undefined
  }
  const begin = (from: Cell, digit: string) => {
    stroke.current = { from, base: hours, digit }
  }
  const drawTo = (to: Cell) => {
    const now = stroke.current
    if (now) onChange(fillCells(now.base, [now.from, to], now.digit))
  }
  const has = (cell: Cell) => hours[placeOf(cell)] ?? EMPTY
  const other = (cell: Cell) => (has(cell) === ink ? EMPTY : ink)
  const paint = (from: Cell, to: Cell) => {
    onChange(fillCells(hours, [from, to], other(from)))
    end()
  }
  const isMouse = (event: PointerEvent) => event.pointerType === 'mouse' && event.button <= 0
  return {
    paint,
    extend(from: Cell, to: Cell) {
      if (!stroke.current) begin(from, has(from))
      drawTo(to)
    },
    end,
    /** A finger scrolls the page, and switches by a tap. */
    pointer: (onCell: (cell: Cell) => void) => ({
      onPointerDown(event: PointerEvent) {
        const cell = cellAt(event.target, 'place')
        if (!cell || !isMouse(event)) return
        isPainted.current = true
        begin(cell, other(cell))
        drawTo(cell)
        onCell(cell)
      },
      onPointerOver(event: PointerEvent) {
        const cell = cellAt(event.target, 'place')
        if (cell && isMouse(event) && event.buttons === 1) drawTo(cell)
      },
      onPointerUp: end,
      onClick(event: MouseEvent) {
        const cell = cellAt(event.target, 'place')
        const [from, to] = [cellAt(event.target, 'from'), cellAt(event.target, 'to')]
        if (from && to) paint(from, to)
        else if (cell && !isPainted.current) {
          onCell(cell)
          paint(cell, cell)
        }
        isPainted.current = false
      },
    }),
  }
}
