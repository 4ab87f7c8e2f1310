import { type Html, html } from './html.ts'

const [HEIGHT, BAR, GAP] = [40, 10, 3]

/** Bars of days, the last week in the colour of heat; an empty day keeps a line. The text beside it has the figures. */
export function barChart(days: readonly number[], label: string): Html {
  const most = Math.max(1, ...days)
  const bar = (count: number, index: number) => {
    const height = count === 0 ? 1 : Math.max(3, Math.round((count / most) * HEIGHT))
    const isThisWeek = index >= days.length - 7
    return html`<rect x="${index * (BAR + GAP)}" y="${HEIGHT - height}" width="${BAR}" height="${height}" class="${
      isThisWeek ? 'warm' : 'cold'
    }"><title>${count}</title></rect>`
  }
  const width = days.length * (BAR + GAP) - GAP
  return html`<svg class="chart" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${label}">${days.map(bar)}</svg>`
}

/** Twenty-four cells, of which so many are warm as hours have passed: how long the oldest of a queue waits. */
export function waitStrip(hours: number, label: string): Html {
  const warm = Math.min(24, Math.max(1, Math.ceil(hours)))
  const level = hours >= 24 ? 4 : hours >= 8 ? 3 : 2
  return html`<span class="heat" role="img" aria-label="${label}">${Array.from(
    { length: 24 },
    (_, index) => html`<i${index < warm && html` data-h="${level}"`}></i>`,
  )}</span>`
}
