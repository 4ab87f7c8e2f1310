import uPlot from 'uplot'
import { axisText, everyNth, labelStep, splitsOf } from './scale.ts'

/** The current value of a theme token. */
export function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

/** Under this width the chart has fewer labels and wider bars. */
export const isNarrow = (width: number) => width < 420

interface FrameOfChart {
  host: HTMLElement
  xs: readonly number[]
  highest: number
  /** Upper bound of all values: the scale ends there. */
  max?: number | undefined
  formatAxis: (at: number) => string
  formatAxisValue?: ((value: number) => string) | undefined
  /** Empty room at both ends, in the unit of x. */
  margin: number
  /** Width of the y axis in pixels, or more where a label is wider. */
  axisWidth: number
}

/** Between an axis and its labels. */
const GAP = 8
/** Between two labels of the x axis, at least. */
const BETWEEN = 12

function widest(labels: readonly string[], font: string): number {
  const drawing = document.createElement('canvas').getContext('2d')
  if (!drawing) return 0
  drawing.font = font
  return Math.ceil(Math.max(...labels.map((label) => drawing.measureText(label).width)))
}

/** Axes and scales that both charts share: horizontal grid only, y at the right, zero at the bottom. */
export function baseOptions(frame: FrameOfChart) {
  const { host, xs, highest, max, formatAxis, formatAxisValue = axisText, margin, axisWidth } = frame
  const font = `500 11px ${getComputedStyle(document.body).fontFamily}`
  const stroke = token('--chart-axis')
  const splits = splitsOf(highest, max)
  const narrow = isNarrow(host.clientWidth)
  const ySize = Math.max(axisWidth, GAP + widest(splits.map(formatAxisValue), font))
  const fitting = Math.floor((host.clientWidth - ySize) / (BETWEEN + widest(xs.map(formatAxis), font)))
  const named = everyNth(xs.length, labelStep(xs.length, narrow, fitting)).map((index) => xs[index] ?? 0)
  const first = (xs[0] ?? 0) - margin
  const last = (xs.at(-1) ?? 0) + margin
  // The first day's name is as wide to the left of its point as to the right; without a margin it would be cut. The
  // drawing begins with the text above it, so others stand for it, if there are two.
  const isAtEdge = margin === 0 && named[0] === xs[0]
  const left = isAtEdge && named.length < 3 ? Math.ceil(widest([formatAxis(first)], font) / 2) : 0
  if (isAtEdge && named.length > 2) named.shift()
  return {
    width: host.clientWidth,
    height: host.clientHeight,
    padding: [10, 0, 0, left] as uPlot.Padding,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } } as uPlot.Cursor,
    scales: {
      x: { time: false, range: [first, last] as uPlot.Range.MinMax },
      y: { range: [0, splits.at(-1)] as uPlot.Range.MinMax },
    },
    axes: [
      {
        stroke,
        font,
        size: 26,
        gap: GAP,
        ticks: { show: false },
        grid: { show: false },
        splits: () => named,
        values: (_: uPlot, days: number[]) => days.map(formatAxis),
      },
      {
        side: 1,
        stroke,
        font,
        size: ySize,
        gap: GAP,
        ticks: { show: false },
        grid: { stroke: token('--chart-grid'), width: 1 },
        splits: () => [...splits],
        values: (_: uPlot, values: number[]) => values.map(formatAxisValue),
      },
    ] as uPlot.Axis[],
  }
}

/** Draws synchronously, so that the caller gets its errors. Returns a function that removes it. */
export function draw(options: uPlot.Options, data: uPlot.AlignedData, host: HTMLElement): () => void {
  const plot = new uPlot(options, data, host)
  plot.batch(() => undefined)
  return () => plot.destroy()
}

/** A box beside the cursor. `fill` builds its lines for an index, with DOM text only. */
export function tooltip(fill: (index: number) => Node[]): uPlot.Plugin {
  const box = document.createElement('div')
  box.className = 'tip'
  box.hidden = true
  return {
    hooks: {
      init: (plot) => {
        plot.over.append(box)
      },
      setCursor: (plot) => {
        const { idx, left = -1 } = plot.cursor
        box.hidden = idx === null || idx === undefined || left < 0
        if (idx === null || idx === undefined || left < 0) return
        box.replaceChildren(...fill(idx))
        const x = plot.valToPos(plot.data[0][idx] ?? 0, 'x')
        const beyond = x + box.offsetWidth + 24 > plot.over.clientWidth
        box.style.left = `${beyond ? x - box.offsetWidth - 18 : x + 18}px`
        box.style.top = '6px'
      },
    },
  }
}

/** One line of a tooltip: a swatch or none, a name, a value. */
export function tipLine(name: string, value: string, color?: string): HTMLElement {
  const line = document.createElement('div')
  line.className = color ? 'flex gap-1.5 items-center' : 'flex gap-3 justify-between font-semibold mb-0.5'
  if (color) {
    const swatch = document.createElement('span')
    swatch.className = 'swatch'
    swatch.style.background = color
    line.append(swatch)
  }
  const label = document.createElement('span')
  label.className = color ? 'flex-1 opacity-75' : ''
  label.textContent = name
  const figure = document.createElement('span')
  figure.className = 'num'
  figure.textContent = value
  line.append(label, figure)
  return line
}
