/**
 * Geometry of a year of hours: a block of columns for each month, in the manner of the week field. A block's hours run to the
 * right and its days to the left. Lengths are halves of a tile's width; a tile is half as high as it is wide.
 */

export const HOURS = 24
const MAX_DAYS = 31
/** Tiles between two blocks of a city: by the hours, and by the days, where the name of a month lies before the next columns rise. */
const [HOUR_GAP, DAY_GAP] = [4, 9]
/** Height of a column of each level. */
const heights = [0, 0.5, 0.9, 1.4, 2, 2.7, 3.5, 4.4]
/** Heat colour of each level, as in the week field. */
const heatOfLevel = [0, 1, 1, 2, 2, 3, 3, 4]
const MAX_HEIGHT = 4.4
/** Between the columns and the edge of their block, and the block's thickness. */
const EDGE = 0.72
export const THICKNESS = 0.9
/** Room for a name in front of a block, and to the left of it. */
const NAME = 3.2
/** How much higher columns are where blocks stand clear of each other. */
const CLEAR_LIFT = 1.5

export interface Point {
  x: number
  y: number
}

/** Centre of a tile, from the one of the first hour of the first day; hour and day may be fractions. */
export const place = (hour: number, day: number): Point => ({ x: hour - day, y: (hour + day) / 2 })

export const heightOf = (level: number): number => heights[level] ?? 0
export const heatOf = (level: number): number => heatOfLevel[level] ?? 0

export interface Layout {
  width: number
  height: number
  /** Times the height of a column. */
  lift: number
  /** True if the names of the months stand upright below their blocks: there lies nothing in front of them. */
  hasUprightNames: boolean
  /** The first tile of each block, from the back to the front. */
  blocks: readonly Point[]
}

/** Twelve blocks as a city of four by three, which leaves the corners of its picture free. */
export function cityLayout(): Layout {
  const [columns, rows, top] = [4, 3, MAX_HEIGHT + EDGE]
  const hours = columns * HOURS + (columns - 1) * HOUR_GAP
  const days = rows * MAX_DAYS + (rows - 1) * DAY_GAP
  const blocks = Array.from({ length: columns * rows }, (_, index) => {
    const at = place((index % columns) * (HOURS + HOUR_GAP), Math.floor(index / columns) * (MAX_DAYS + DAY_GAP))
    return { x: at.x + days + NAME, y: at.y + top }
  })
  return {
    width: hours + days + NAME,
    height: (hours + days) / 2 + top + THICKNESS + NAME,
    lift: 1,
    hasUprightNames: false,
    blocks,
  }
}

/** Twelve blocks in rows of so many, each clear of the others. */
export function rowsLayout(columns: number): Layout {
  const top = MAX_HEIGHT * CLEAR_LIFT + EDGE
  const [wide, high] = [HOURS + MAX_DAYS + NAME, (HOURS + MAX_DAYS) / 2 + top + THICKNESS]
  const rows = Math.ceil(12 / columns)
  const blocks = Array.from({ length: 12 }, (_, index) => ({
    x: (index % columns) * wide + MAX_DAYS + NAME,
    y: Math.floor(index / columns) * high + top,
  }))
  return { width: columns * wide, height: rows * high + NAME, lift: CLEAR_LIFT, hasUprightNames: true, blocks }
}

export interface Corners {
  back: Point
  right: Point
  front: Point
  left: Point
}

/** The corners of a rectangle of tiles on the ground, with an edge around it. */
export function corners(days: number, edge: number): Corners {
  const [first, lastHour, lastDay] = [-0.5 - edge, HOURS - 0.5 + edge, days - 0.5 + edge]
  return {
    back: place(first, first),
    right: place(lastHour, first),
    front: place(lastHour, lastDay),
    left: place(first, lastDay),
  }
}

export const slabCorners = (days: number): Corners => corners(days, EDGE - 0.5)

export interface CellPlace {
  block: number
  day: number
  hour: number
}

const STEP = 0.1

/** The column at a point of the layout, the frontmost one: of its level, by `levelAt`, which is below 0 where there is none. */
export function cellAt(
  { blocks, lift }: Layout,
  { x, y }: Point,
  levelAt: (cell: CellPlace) => number,
): CellPlace | undefined {
  for (let block = blocks.length - 1; block >= 0; block -= 1) {
    const at = blocks[block]
    if (!at) continue
    for (let height = MAX_HEIGHT * lift; height > -STEP; height -= STEP) {
      const [across, down] = [x - at.x, 2 * (y - at.y + Math.max(0, height))]
      const cell = { block, hour: Math.round((down + across) / 2), day: Math.round((down - across) / 2) }
      if (cell.hour < 0 || cell.hour >= HOURS || cell.day < 0 || cell.day >= MAX_DAYS) continue
      const level = levelAt(cell)
      if (level >= 0 && heightOf(level) * lift >= height - STEP / 2) return cell
    }
  }
  return undefined
}
