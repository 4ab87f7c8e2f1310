import {
  type Corners,
  corners,
  HOURS,
  heatOf,
  heightOf,
  type Layout,
  type Point,
  place,
  slabCorners,
  THICKNESS,
} from '#lib/illustration/year-field.ts'
import type { YearMonth } from '#lib/time/year.ts'

/** Colours of the picture, from the theme of the page. */
export interface Palette {
  ground: string
  content: string
  muted: string
  primary: string
  line: string
  heat: string[]
  left: string[]
  right: string[]
  slab: string
  slabLeft: string
  slabRight: string
}

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** A colour, `#rrggbb`, with a share from 0 to 1 of another. */
export function mix(colour: string, other: string, share: number): string {
  const to = channels(other)
  const mixed = channels(colour).map((value, at) => Math.round(value * (1 - share) + (to[at] ?? 0) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Reads the theme's variables; the same ones colour the week field (theme.css). */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  const heat = [0, 1, 2, 3, 4].map((level) => token(`--heat-${level}`))
  const shade = token('--iso-l')
  const share = (name: string) => Number.parseFloat(token(name)) / 100
  return {
    ground: token('--color-base-100'),
    content: token('--color-base-content'),
    muted: token('--muted'),
    primary: token('--color-primary'),
    line: token('--line'),
    heat,
    left: heat.map((colour) => mix(colour, shade, share('--iso-l-k'))),
    right: heat.map((colour) => mix(colour, shade, share('--iso-r-k'))),
    slab: token('--slab'),
    slabLeft: token('--slab-l'),
    slabRight: token('--slab-r'),
  }
}

/** Half of a column's width: the rest of a tile is the gap to the next one. */
const A = 0.92
const B = A / 2

type Pen = CanvasRenderingContext2D

function polygon(pen: Pen, points: readonly (readonly [x: number, y: number])[]): void {
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) pen.moveTo(x, y)
    else pen.lineTo(x, y)
  }
  pen.closePath()
}

function fill(pen: Pen, colour: string, points: readonly (readonly [x: number, y: number])[]): void {
  pen.fillStyle = colour
  pen.beginPath()
  polygon(pen, points)
  pen.fill()
}

function drawSlab(pen: Pen, palette: Palette, { back, right, front, left }: Corners): void {
  const at = ({ x, y }: Point, below = 0) => [x, y + below] as const
  fill(pen, palette.slab, [at(back), at(right), at(front), at(left)])
  fill(pen, palette.slabLeft, [at(left), at(front), at(front, THICKNESS), at(left, THICKNESS)])
  fill(pen, palette.slabRight, [at(front), at(right), at(right, THICKNESS), at(front, THICKNESS)])
}

/** The bare tiles of the hours that have been, in one path. */
function drawFloor(pen: Pen, palette: Palette, levels: readonly number[]): void {
  pen.fillStyle = palette.heat[0] ?? ''
  pen.beginPath()
  for (const [index, level] of levels.entries()) {
    if (level < 0) continue
    const { x, y } = place(index % HOURS, Math.floor(index / HOURS))
    polygon(pen, [
      [x, y - B],
      [x + A, y],
      [x, y + B],
      [x - A, y],
    ])
  }
  pen.fill()
}

/** A column of a heat at a tile, as high as `height`. */
function drawColumn(
  pen: Pen,
  palette: Palette,
  { x, y, heat, height }: Point & { heat: number; height: number },
): void {
  const top = y - height
  fill(pen, palette.left[heat] ?? '', [
    [x - A, top],
    [x, top + B],
    [x, y + B],
    [x - A, y],
  ])
  fill(pen, palette.right[heat] ?? '', [
    [x + A, top],
    [x, top + B],
    [x, y + B],
    [x + A, y],
  ])
  fill(pen, palette.heat[heat] ?? '', [
    [x, top - B],
    [x + A, top],
    [x, top + B],
    [x - A, top],
  ])
}

interface Name {
  name: string
  days: number
  isUpright: boolean
  font: string
  colour: string
}

/** The name of a month: flat on the ground in front of its block, or upright in the free corner below its left edge. */
function drawName(pen: Pen, { name, days, isUpright, font, colour }: Name) {
  const SIZE = 100
  const { left, front } = corners(days, 1)
  pen.save()
  pen.translate(left.x, isUpright ? front.y - 1.6 : left.y)
  if (!isUpright) pen.transform(1, 0.5, -1, 0.5, 0, 0)
  const size = isUpright ? 3.7 : 3.4
  pen.scale(size / SIZE, size / SIZE)
  pen.font = `600 ${SIZE}px ${font}`
  pen.fillStyle = colour
  pen.textBaseline = 'top'
  // Letters that lie flat lean to the left: those of the leftmost month would leave the picture.
  pen.fillText(name, SIZE * (isUpright ? 0.1 : 0.7), 0)
  pen.restore()
}

export interface Field {
  months: readonly YearMonth[]
  names: readonly string[]
  layout: Layout
  palette: Palette
  font: string
}

/** Draws the year into a pen whose unit is that of the layout. */
export function drawField(pen: Pen, { months, names, layout, palette, font }: Field): void {
  for (const [index, month] of months.entries()) {
    const at = layout.blocks[index]
    if (!at) continue
    pen.save()
    pen.translate(at.x, at.y)
    drawSlab(pen, palette, slabCorners(month.days))
    drawFloor(pen, palette, month.levels)
    for (const [cell, level] of month.levels.entries())
      if (level > 0) {
        const tile = place(cell % HOURS, Math.floor(cell / HOURS))
        drawColumn(pen, palette, { ...tile, heat: heatOf(level), height: heightOf(level) * layout.lift })
      }
    drawName(pen, {
      name: names[index] ?? '',
      days: month.days,
      isUpright: layout.hasUprightNames,
      font,
      colour: palette.muted,
    })
    pen.restore()
  }
}
