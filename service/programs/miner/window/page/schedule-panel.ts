import type { MinerSettings, WeekSchedule } from '#lib/contract/miner-settings.ts'
import { weekdayName } from '#lib/time/week.ts'
import { browserZone } from '#lib/time/zones.ts'
import { html, input, setText } from './dom.ts'
import { countHours, DAYS, dayChange, HOURS, movedIndex, presets, setHours } from './schedule-rule.ts'
import { currentLanguage, translate } from './texts.ts'

/** Changes that follow one another are sent as one. */
const SEND_MS = 300

const dayName = (day: number, weekday: 'short' | 'long'): string => weekdayName(currentLanguage(), day, weekday)
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** The hours that the grid shows, and those before the schedule was switched off. */
let schedule: WeekSchedule = { zone: browserZone(), hours: presets.nights }
let focused = 0
let cells: HTMLElement[] = []
let timer: number | undefined

function drawHours(): void {
  for (const [index, cell] of cells.entries()) {
    cell.setAttribute('aria-selected', String(schedule.hours[index] === '1'))
    cell.tabIndex = index === focused ? 0 : -1
  }
  setText(html('hour-count'), translate('schedule.count', { count: countHours(schedule.hours) }))
  setText(html('zone'), translate('schedule.zone', { zone: schedule.zone }))
}

function createCell(day: number, hour: number): HTMLElement {
  const cell = document.createElement('span')
  cell.className = 'hour'
  cell.setAttribute('role', 'gridcell')
  const range = { day: dayName(day, 'long'), from: clock(hour), to: clock(hour + 1) }
  cell.setAttribute('aria-label', translate('schedule.cell', range))
  cell.dataset.index = String(day * HOURS + hour)
  return cell
}

function createDay(day: number): HTMLElement {
  const row = document.createElement('div')
  row.setAttribute('role', 'row')
  const header = document.createElement('span')
  header.setAttribute('role', 'rowheader')
  const all = document.createElement('button')
  all.type = 'button'
  all.dataset.day = String(day)
  all.textContent = dayName(day, 'short')
  all.setAttribute('aria-label', translate('schedule.day', { day: dayName(day, 'long') }))
  header.append(all)
  row.append(header, ...Array.from({ length: HOURS }, (_, hour) => createCell(day, hour)))
  return row
}

function createAxis(): HTMLElement {
  const axis = document.createElement('div')
  axis.className = 'axis'
  axis.setAttribute('aria-hidden', 'true')
  const label = (hour: number) => (hour % 6 === 0 ? clock(hour).slice(0, 2) : '')
  for (const text of ['', ...Array.from({ length: HOURS }, (_, hour) => label(hour))]) {
    const span = document.createElement('span')
    span.textContent = text
    axis.append(span)
  }
  return axis
}

/** Draws the grid in the language of the page. */
export function drawGrid(): void {
  const grid = html('grid')
  grid.setAttribute('role', 'grid')
  grid.setAttribute('aria-multiselectable', 'true')
  grid.setAttribute('aria-describedby', 'grid-hint')
  grid.setAttribute('aria-label', translate('schedule.grid'))
  grid.replaceChildren(...Array.from({ length: DAYS }, (_, day) => createDay(day)), createAxis())
  cells = [...grid.querySelectorAll<HTMLElement>('.hour')]
  drawHours()
}

type Change = (settings: Partial<MinerSettings>) => void

function createEditor(change: Change) {
  function flush(): void {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    change({ schedule })
  }
  // A page that is closed at once would lose the last change.
  window.addEventListener('pagehide', flush)
  return (hours: string): void => {
    if (hours === schedule.hours) return
    schedule = { ...schedule, hours }
    drawHours()
    clearTimeout(timer)
    timer = window.setTimeout(flush, SEND_MS)
  }
}

const indexOf = (target: EventTarget | null): number | undefined => {
  const index = target instanceof HTMLElement ? target.dataset.index : undefined
  return index === undefined ? undefined : Number(index)
}

function listenForPointer(edit: (hours: string) => void): void {
  /** Whether the drag switches hours on or off, as its first hour. */
  let isOn: boolean | undefined
  const grid = html('grid')
  const paint = (index: number | undefined) =>
    index !== undefined && isOn !== undefined && edit(setHours(schedule.hours, [index], isOn))
  grid.addEventListener('pointerdown', (event) => {
    const index = indexOf(event.target)
    if (index === undefined) return
    isOn = schedule.hours[index] !== '1'
    focused = index
    paint(index)
  })
  grid.addEventListener('pointermove', (event) => {
    // A finger captures the pointer: the event's target stays the first hour.
    if (isOn !== undefined) paint(indexOf(document.elementFromPoint(event.clientX, event.clientY)))
  })
  for (const end of ['pointerup', 'pointercancel'])
    window.addEventListener(end, () => {
      isOn = undefined
    })
}

function listenForKeys(edit: (hours: string) => void): void {
  html('grid').addEventListener('keydown', (event) => {
    const index = indexOf(event.target)
    if (index === undefined) return
    const moved = movedIndex(index, event.key)
    if (moved !== undefined) {
      focused = moved
      drawHours()
      cells[moved]?.focus()
    } else if (event.key === ' ' || event.key === 'Enter')
      edit(setHours(schedule.hours, [index], schedule.hours[index] !== '1'))
    else return
    event.preventDefault()
  })
}

export function startSchedulePanel(change: Change): void {
  const edit = createEditor(change)
  drawGrid()
  listenForPointer(edit)
  listenForKeys(edit)
  html('grid').addEventListener('click', (event) => {
    const day = event.target instanceof HTMLElement ? event.target.dataset.day : undefined
    if (day === undefined) return
    const { indexes, isOn } = dayChange(schedule.hours, Number(day))
    edit(setHours(schedule.hours, indexes, isOn))
  })
  for (const one of document.querySelectorAll<HTMLElement>('[data-preset]'))
    one.addEventListener('click', () => edit(presets[one.dataset.preset as keyof typeof presets]))
  input('scheduled').addEventListener('change', () =>
    change({ schedule: input('scheduled').checked ? schedule : null }),
  )
}

/** Shows the kept schedule, unless a change of it is on its way. */
export function drawSchedulePanel(settings: MinerSettings): void {
  if (timer !== undefined) return
  input('scheduled').checked = settings.schedule !== null
  html('schedule').hidden = settings.schedule === null
  if (!settings.schedule || JSON.stringify(settings.schedule) === JSON.stringify(schedule)) return
  schedule = settings.schedule
  drawHours()
}
