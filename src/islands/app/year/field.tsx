import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { Locale } from '#lib/i18n/locales.ts'
import { cellAt, cityLayout, heightOf, type Layout, place, rowsLayout } from '#lib/illustration/year-field.ts'
import { clockHour, dayName, type YearMonth } from '#lib/time/year.ts'
import { useLanguage } from '../core/texts/i18n.ts'
import { countCells, firstRead, levelAt, movedBy, numberOf, placeOf } from './cell.ts'
import { drawField, readPalette } from './draw-field.ts'
import { y } from './texts.ts'
import { useDrawing } from './use-drawing.ts'

/** Pixels from which the months stand as one city, and in three columns. Alike in the classes of `FIELD_ROOM`. */
const [CITY, THREE] = [900, 560]
/** The room of the drawing at each width: that of its layout, so that nothing moves when it comes. */
export const FIELD_ROOM = 'aspect-[1164/2175] @min-[560px]:aspect-[1746/1461] @min-[900px]:aspect-[2222/1187]'

const layoutFor = (width: number): Layout =>
  width >= CITY ? cityLayout() : width >= THREE ? rowsLayout(3) : rowsLayout(2)

export const fontOf = (): string => getComputedStyle(document.body).fontFamily

function cellText(locale: Locale, months: readonly YearMonth[], number: number): string {
  const cell = placeOf(months, number)
  const month = months[cell.block]
  if (!month) return ''
  const level = levelAt(months, cell)
  const strength = level < 0 ? y('level.absent') : level === 0 ? y('level.none') : y('level.some', { level })
  return y('cell', { day: dayName(locale, month, cell.day), hour: clockHour(cell.hour), level: strength })
}

interface FieldProps {
  months: readonly YearMonth[]
  /** As they stand on the ground. */
  names: readonly string[]
  label: string
}

/** The year as columns. One stop of the Tab key: arrows read its hours, as a slider does; a pointer reads the one below it. */
export function YearField({ months, names, label }: FieldProps) {
  const { locale } = useLanguage()
  const [read, setRead] = useState<number>()
  const current = read ?? firstRead(months)
  const { host, canvas, width } = useDrawing((element, pixels) => {
    const layout = layoutFor(pixels)
    const unit = pixels / layout.width
    const density = Math.min(3, devicePixelRatio)
    Object.assign(element, { width: pixels * density, height: Math.ceil(layout.height * unit * density) })
    const pen = element.getContext('2d')
    pen?.scale(unit * density, unit * density)
    if (pen) drawField(pen, { months, names, layout, palette: readPalette(), font: fontOf() })
  }, [months, names].map((part) => JSON.stringify(part)).join())
  const layout = layoutFor(width)
  const unit = width / layout.width
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedBy(event.key, current, months)
    if (next === undefined) return
    event.preventDefault()
    setRead(next)
  }
  const onPointer = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const point = { x: (clientX - box.left) / unit, y: (clientY - box.top) / unit }
    const cell = cellAt(layout, point, (at) => levelAt(months, at))
    setRead(cell && numberOf(months, cell))
  }
  return (
    <div
      ref={host}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-describedby="year-help"
      aria-valuemin={0}
      aria-valuemax={countCells(months) - 1}
      aria-valuenow={current}
      aria-valuetext={cellText(locale, months, current)}
      className={`relative w-full touch-pan-y rounded-field outline-offset-4 ${FIELD_ROOM}`}
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setRead(current)}
      onBlur={() => setRead(undefined)}
      onPointerMove={(event) => event.pointerType === 'mouse' && onPointer(event)}
      onPointerDown={onPointer}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setRead(undefined)}
    >
      <canvas ref={canvas} className="absolute inset-0 size-full" />
      <span id="year-help" className="sr-only">
        {y('fieldHelp')}
      </span>
      {read !== undefined && width > 0 && (
        <Reading months={months} number={read} layout={layout} unit={unit} text={cellText(locale, months, read)} />
      )}
    </div>
  )
}

interface ReadingProps {
  months: readonly YearMonth[]
  number: number
  layout: Layout
  unit: number
  text: string
}

/** The cell that is read: its top face outlined, and a callout as the week field has. */
function Reading({ months, number, layout, unit, text }: ReadingProps) {
  const cell = placeOf(months, number)
  const block = layout.blocks[cell.block]
  if (!block) return null
  const at = place(cell.hour, cell.day)
  const top = { x: block.x + at.x, y: block.y + at.y - heightOf(Math.max(0, levelAt(months, cell))) * layout.lift }
  const isRight = top.x > layout.width / 2
  const [left, above] = [top.x * unit, top.y * unit]
  return (
    <>
      <svg
        className="absolute inset-0 size-full overflow-visible pointer-events-none"
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        preserveAspectRatio="xMinYMin"
        aria-hidden="true"
      >
        <path
          d={`M${top.x} ${top.y - 0.5}l1 .5l-1 .5l-1 -.5z`}
          fill="var(--color-base-content)"
          stroke="var(--color-base-100)"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={`M${top.x} ${top.y - 0.5}v-3`}
          stroke="var(--color-base-content)"
          strokeWidth={1.25}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div
        className="tip max-w-60"
        aria-hidden="true"
        style={{
          top: above - 3.5 * unit,
          transform: 'translateY(-100%)',
          ...(isRight ? { right: layout.width * unit - left - 12 } : { left: left - 12 }),
        }}
      >
        {text}
      </div>
    </>
  )
}
