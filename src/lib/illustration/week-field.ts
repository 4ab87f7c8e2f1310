/** Geometry of the illustration: one PC, 7 days of 24 hours, isometric. Lengths are SVG user units. */

export const days = 7
export const hours = 24
/** Half a tile's width and half its height. */
const halfWidth = 21
const halfHeight = halfWidth / 2
/** Column heights of the 8 levels; level 0 is the bare floor. */
const heights = [0, 10, 18, 28, 40, 54, 70, 88]
/** Heat colour of each level. */
const heatOfLevel = [0, 1, 1, 2, 2, 3, 3, 4]
/** Gap between neighbouring columns. */
const gap = 1.6
const slabThickness = 13

const round = (length: number) => Number(length.toFixed(1))

/** Centre of a tile; hour and day may be fractions. */
export function place(hour: number, day: number) {
  return { x: round((hour - day) * halfWidth), y: round((hour + day) * halfHeight) }
}

const point = (hour: number, day: number, below = 0) => {
  const { x, y } = place(hour, day)
  return `${x} ${round(y + below)}`
}

/** A fixed pseudo-random sequence, so that every build draws the same week. */
function createNoise(seed: number) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}

/** How idle a PC is: nights and weekends much, working hours little. */
function idleness(hour: number, weekend: boolean) {
  if (hour < 7 || hour === 23) return 0.55 + 0.4 * Math.sin(((hour + 2) / 8) * Math.PI)
  if (hour >= 12 && hour < 14) return weekend ? 0.5 : 0.42
  if (hour >= 9 && hour < 18) return weekend ? 0.3 : 0.05
  return weekend ? 0.25 : 0.03
}

/** The example week: a level of 0 to 7 for each [day][hour]. */
export function exampleWeek(): number[][] {
  const noise = createNoise(41)
  const levelAt = (day: number, hour: number) => {
    const weekend = day >= 5
    let value = idleness(hour, weekend) + (noise() - 0.5) * 0.28
    const atWork = !weekend && hour >= 9 && hour < 18 && hour !== 12 && hour !== 13
    if (atWork && noise() < 0.86) value = 0
    if (hour >= 19 && hour <= 22 && noise() < 0.75) value = 0
    value = Math.max(0, Math.min(1, value))
    return value < 0.1 ? 0 : Math.round(value * 7)
  }
  const week = Array.from({ length: days }, (_, day) => Array.from({ length: hours }, (_, hour) => levelAt(day, hour)))
  const thursday = week[3]
  if (thursday) thursday[3] = 7
  return week
}

/** The three faces of a column: left, right and top paths around the middle of its tile. */
export function columnOf(level: number) {
  const z = heights[level] ?? 0
  const a = round(halfWidth - gap)
  const b = round(halfHeight - gap / 2)
  return {
    heat: heatOfLevel[level] ?? 0,
    top: `M0 ${round(-z - b)}L${a} ${-z}L0 ${round(b - z)}L${-a} ${-z}Z`,
    left: `M${-a} ${-z}L0 ${round(b - z)}V${b}L${-a} 0Z`,
    right: `M${a} ${-z}L0 ${round(b - z)}V${b}L${a} 0Z`,
  }
}

const edge = { first: -0.72, lastHour: hours - 0.28, lastDay: days - 0.28 }
const { first, lastHour, lastDay } = edge

type Tiles = readonly [hours: number, days: number]

/** Parallel lines, written as steps from one to the next: alike, they compress to a fifth of their points. */
function steps({ from, along, next, count }: { from: Tiles; along: Tiles; next: Tiles; count: number }): string {
  const step = `l${point(...along)}m${point(next[0] - along[0], next[1] - along[1])}`
  return `M${point(...from)}${step.repeat(count)}`
}

/** The base of the columns: its two visible sides, the floor and the lines between its tiles. */
export const slab = {
  top: `M${point(first, first)}L${point(lastHour, first)}L${point(lastHour, lastDay)}L${point(first, lastDay)}Z`,
  left: `M${point(first, lastDay)}L${point(lastHour, lastDay)}L${point(lastHour, lastDay, slabThickness)}L${point(first, lastDay, slabThickness)}Z`,
  right: `M${point(lastHour, lastDay)}L${point(lastHour, first)}L${point(lastHour, first, slabThickness)}L${point(lastHour, lastDay, slabThickness)}Z`,
  floor: `M${point(-0.5, -0.5)}L${point(23.5, -0.5)}L${point(23.5, 6.5)}L${point(-0.5, 6.5)}Z`,
  lines: [
    steps({ from: [0.5, -0.5], along: [0, days], next: [1, 0], count: hours - 1 }),
    steps({ from: [-0.5, 0.5], along: [hours, 0], next: [0, 1], count: days - 1 }),
  ].join(''),
}

/** Top of the callout's column: Thursday, 03:00. */
export const callout = { x: place(3, 3).x, y: place(3, 3).y - 88 }

export const viewBox = [-8.2 * halfWidth, -146, 34.1 * halfWidth, 31 * halfHeight + 166].map(round).join(' ')
