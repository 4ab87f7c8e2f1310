import uPlot from 'uplot'
import type { StackedBarsProps } from './figures.ts'
import { baseOptions, draw, isNarrow, tipLine, token, tooltip } from './plot.ts'

const daySeconds = 86_400

interface Rect {
  left: number
  top: number
  width: number
  height: number
}

/** Hatches the whole stack of the given days: −45°, every 5 px. */
function hatching(rects: ReadonlyMap<number, Rect>, frozen: readonly boolean[]): uPlot.Plugin {
  return {
    hooks: {
      draw: ({ ctx }) => {
        const pixel = devicePixelRatio
        ctx.save()
        ctx.strokeStyle = token('--hatch')
        ctx.lineWidth = 2 * pixel
        for (const [index, { left, top, width, height }] of rects) {
          if (!frozen[index]) continue
          ctx.save()
          ctx.beginPath()
          ctx.rect(left, top, width, height)
          ctx.clip()
          ctx.beginPath()
          for (let offset = -height - width; offset < width + height; offset += 5 * pixel) {
            ctx.moveTo(left + offset, top + height)
            ctx.lineTo(left + offset + height, top)
          }
          ctx.stroke()
          ctx.restore()
        }
        ctx.restore()
      },
    },
  }
}

/** A line across the bar of each compared day, a little wider than the bar. */
function marking(rects: ReadonlyMap<number, Rect>, days: StackedBarsProps['days']): uPlot.Plugin {
  return {
    hooks: {
      draw: (plot) => {
        const { ctx } = plot
        const pixel = devicePixelRatio
        ctx.save()
        ctx.strokeStyle = token('--color-base-content')
        ctx.lineWidth = 2 * pixel
        ctx.beginPath()
        for (const [index, { mark }] of days.entries()) {
          const rect = rects.get(index)
          if (mark === undefined || !rect) continue
          const y = plot.valToPos(Number(mark), 'y', true)
          ctx.moveTo(rect.left - 4 * pixel, y)
          ctx.lineTo(rect.left + rect.width + 4 * pixel, y)
        }
        ctx.stroke()
        ctx.restore()
      },
    },
  }
}

/** Running sums of a day's parts. Floats are good enough for pixels; texts come from the strings. */
function runningSums(parts: readonly string[]): number[] {
  let sum = 0
  return parts.map((part) => {
    sum += Number(part)
    return sum
  })
}

/** Draws, and returns a function that removes the drawing. */
export function drawBars(host: HTMLDivElement, { days, series, words, formatDay, formatValue }: StackedBarsProps) {
  const xs = days.map(({ at }) => at)
  const sums = days.map(({ parts }) => runningSums(parts))
  const rects = new Map<number, Rect>()
  const factor = isNarrow(host.clientWidth) ? 0.66 : 0.58
  const bars = uPlot.paths.bars?.({
    size: [factor, 34],
    radius: 0.06,
    // the first drawn series is the sum of all, so its bars are the whole stacks
    each: (_, seriesIndex, index, left, top, width, height) => {
      if (seriesIndex === 1) rects.set(index, { left, top, width, height })
    },
  })
  const surface = token('--color-base-100')
  const fromTop = series.map((_, index) => series.length - 1 - index)
  const fill = (index: number) => {
    const day = days[index]
    if (!day) return []
    const state = day.state ?? (day.frozen ? words.frozen : undefined)
    const title = `${formatDay(day.at)}${state ? ` · ${state}` : ''}`
    const lines = series.map(({ name, color }, part) =>
      tipLine(name, day.texts?.[part] ?? formatValue(day.parts[part] ?? '0'), color),
    )
    return [tipLine(title, formatValue(day.total)), ...lines]
  }
  const highest = Math.max(0, ...sums.map((day) => day.at(-1) ?? 0), ...days.map(({ mark }) => Number(mark ?? 0)))
  const options: uPlot.Options = {
    ...baseOptions({ host, xs, highest, formatAxis: formatDay, margin: daySeconds * 0.55, axisWidth: 40 }),
    series: [
      {},
      ...fromTop.map((part) => ({
        fill: series[part]?.color ?? surface,
        // Drawn inside of a part: an edge of 2 px would leave nothing of a low one.
        stroke: surface,
        width: 1,
        points: { show: false },
        ...(bars && { paths: bars }),
      })),
    ],
    plugins: [
      hatching(
        rects,
        days.map(({ frozen }) => frozen),
      ),
      marking(rects, days),
      tooltip(fill),
    ],
  }
  // Empty parts are not drawn, because their edge would cut into the zero line; the first drawn part represents its
  // stack.
  const heights = fromTop.map((part, order) =>
    sums.map((day, index) => ((order === 0 ? day.at(-1) : Number(days[index]?.parts[part])) ? day[part] : null)),
  )
  const data = [xs, ...heights] as uPlot.AlignedData
  return draw(options, data, host)
}
