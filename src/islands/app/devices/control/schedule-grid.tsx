import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { type Cell, fillCells, placeOf } from '#lib/rules/week-schedule.ts'
import { weekdayName } from '#lib/time/week.ts'
import { useLanguage } from '../../core/texts/i18n.ts'
import { cellAt, moved } from './schedule-cells.ts'
import { c } from './texts.ts'

interface ScheduleGridProps {
  label: string
  describedBy: string
  /** 168 digits, as a schedule has them. */
  hours: string
  /** Days are rows where there is room for 24 columns, else columns. */
  isWide: boolean
  onChange: (hours: string) => void
}

const days = [0, 1, 2, 3, 4, 5, 6]
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)
const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** A week as a grid of hours. Arrows move, Space switches, Shift extends; a mouse paints, and a heading switches its whole row or column. */
export function ScheduleGrid({ label, describedBy, hours, isWide, onChange }: ScheduleGridProps) {
  const { locale } = useLanguage()
  const table = useRef<HTMLTableElement>(null)
  const [current, setCurrent] = useState<Cell>({ day: 0, hour: 0 })
  const { paint, extend, ...painting } = usePaint({ hours, onChange })
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
                  aria-selected={hours[place] === '1'}
                  aria-label={c('schedule.cell', {
                    day: weekdayName(locale, cell.day, 'long'),
                    hour: hourText(cell.hour),
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

/** Switches rectangles of cells: `paint` from a cell on, `extend` until `end` from the first cell that was named. */
function usePaint({ hours, onChange }: Pick<ScheduleGridProps, 'hours' | 'onChange'>) {
  const stroke = useRef<{ from: Cell; base: string; isOn: boolean } | undefined>(undefined)
  /** A mouse has painted when it was pressed: the click that follows is no tap. */
  const isPainted = useRef(false)
  const end = () => {
    stroke.current = undefined
  }
  const begin = (from: Cell, isOn: boolean) => {
    stroke.current = { from, base: hours, isOn }
  }
  const drawTo = (to: Cell) => {
    const now = stroke.current
    if (now) onChange(fillCells(now.base, [now.from, to], now.isOn))
  }
  const isOn = (cell: Cell) => hours[placeOf(cell)] === '1'
  const paint = (from: Cell, to: Cell) => {
    onChange(fillCells(hours, [from, to], !isOn(from)))
    end()
  }
  const isMouse = (event: PointerEvent) => event.pointerType === 'mouse' && event.button <= 0
  return {
    paint,
    extend(from: Cell, to: Cell) {
      if (!stroke.current) begin(from, isOn(from))
      drawTo(to)
    },
    end,
    /** A finger scrolls the page, and switches by a tap. */
    pointer: (onCell: (cell: Cell) => void) => ({
      onPointerDown(event: PointerEvent) {
        const cell = cellAt(event.target, 'place')
        if (!cell || !isMouse(event)) return
        isPainted.current = true
        begin(cell, !isOn(cell))
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
