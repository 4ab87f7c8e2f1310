import { columnOf, days, exampleWeek, hours, place, slab, viewBox } from '#lib/illustration/week-field.ts'

/** Values of the night theme (styles/theme.css): a picture on its own can't see the page's variables. */
const night = {
  heat: ['#222A30', '#4B2B1E', '#93431C', '#EB682A', '#FFB489'],
  shade: '#4A1400',
  slab: '#171D21',
  slabLeft: '#12181C',
  slabRight: '#0A0E10',
}

/** A colour darkened towards the shade, `share` from 0 to 1. */
function mix(colour: string | undefined, share: number): string {
  const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const [from, to] = [channels(colour ?? night.shade), channels(night.shade)]
  return `#${from
    .map((value, at) =>
      Math.round(value * (1 - share) + (to[at] ?? 0) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function draw(): string {
  const week = exampleWeek()
  const levels = [...new Set(week.flat())].filter((level) => level > 0)
  const shapes = levels.map((level) => {
    const { heat, top, left, right } = columnOf(level)
    const colour = night.heat[heat]
    const faces = `<path fill="${mix(colour, 0.34)}" d="${left}"/><path fill="${mix(colour, 0.62)}" d="${right}"/>`
    return `<g id="b${level}">${faces}<path fill="${colour}" d="${top}"/></g>`
  })
  const columns = Array.from({ length: hours * days }, (_, index) => {
    const [hour, day] = [Math.floor(index / days), index % days]
    const level = week[day]?.[hour] ?? 0
    const { x, y } = place(hour, day)
    return level === 0 ? '' : `<use href="#b${level}" x="${x}" y="${y}"/>`
  })
  const ground = [
    `<path fill="${night.slab}" d="${slab.top}"/><path fill="${night.slabLeft}" d="${slab.left}"/>`,
    `<path fill="${night.slabRight}" d="${slab.right}"/><path fill="${night.heat[0]}" d="${slab.floor}"/>`,
    `<path stroke="${night.slab}" stroke-width="1.8" d="${slab.lines}"/>`,
  ].join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><defs>${shapes.join('')}</defs>${ground}${columns.join('')}</svg>`
}

/** The illustration beside the sign-in forms: a file, so that phones, which have no room for it, do not pay for it. */
export const GET = () => new Response(draw(), { headers: { 'content-type': 'image/svg+xml' } })
