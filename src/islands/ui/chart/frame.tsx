import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Removes a drawing. */
export type Erase = () => void

interface ChartFrameProps {
  /** Loads the drawing code when the first chart is shown; it draws into an empty element of final size. */
  load: () => Promise<(host: HTMLDivElement) => Erase>
  /** Class of the place while it is empty. */
  className?: string
  /** Pixels. The space is taken before the drawing arrives, so nothing moves. */
  height: number
  /** A sentence that describes the chart. */
  label: string
  /** The data as a text: a change redraws. */
  data: string
  /** Unit of the axis at the right, above it. */
  unit?: string | undefined
  /** The same figures as a table, for those who do not see the drawing. */
  table: ReactNode
}

const settleMs = 120
/** Pause before a failed load is retried: minimum and maximum. */
const retryMs = { min: 5_000, max: 80_000 }

/** Draws, and redraws when data, theme or width change. Shows the table if drawing fails. */
export function ChartFrame({ load, className = '', height, label, data, unit, table }: ChartFrameProps) {
  const host = useRef<HTMLDivElement>(null)
  const loadNow = useEffectEvent(load)
  const [isDrawn, setDrawn] = useState(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the data is what is drawn
  useEffect(() => {
    const element = host.current
    if (!element) return
    let turn = 0
    let erase: Erase | undefined
    let width = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let pause = retryMs.min
    async function redraw() {
      turn += 1
      const mine = turn
      if (!element || element.clientWidth === 0) return
      width = element.clientWidth
      erase?.()
      erase = undefined
      try {
        const draw = await loadNow()
        if (mine !== turn) return
        erase = draw(element)
        setDrawn(true)
      } catch {
        if (mine !== turn) return
        // Removes an incomplete drawing.
        element.replaceChildren()
        setDrawn(false)
        timer = setTimeout(redraw, pause)
        pause = Math.min(retryMs.max, pause * 2)
      }
    }
    const resized = new ResizeObserver(() => {
      if (element.clientWidth === width) return
      clearTimeout(timer)
      timer = setTimeout(redraw, width === 0 ? 0 : settleMs)
    })
    const themed = new MutationObserver(redraw)
    redraw()
    resized.observe(element)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      turn += 1
      clearTimeout(timer)
      resized.disconnect()
      themed.disconnect()
      erase?.()
    }
  }, [data])

  return (
    <figure className="min-w-0">
      {unit && (
        <p className="text-2xs text-faint text-right h-4" aria-hidden="true" translate="no">
          {unit}
        </p>
      )}
      <div
        ref={host}
        role="img"
        aria-label={label}
        className={`chart relative w-full ${className}`}
        style={{ height: isDrawn ? height : 0 }}
      />
      <div className={`chart-table ${isDrawn ? 'sr-only' : 'overflow-x-auto'}`}>{table}</div>
    </figure>
  )
}
