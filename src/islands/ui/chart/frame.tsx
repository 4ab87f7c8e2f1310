import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

/** What a drawing gives back: how to take it away. */
export type Erase = () => void

interface ChartFrameProps {
  /** Draws into an empty element of final size. Loaded when the first chart is shown. */
  draw: (host: HTMLDivElement) => Promise<Erase>
  /** Of the place, while nothing is drawn in it. */
  className?: string
  /** Pixels. The space is taken before the drawing arrives, so nothing moves. */
  height: number
  /** One sentence that says what the chart shows. */
  label: string
  /** What is drawn, as a text: drawn anew when it is another one. */
  data: string
  /** The same figures as a table, for those who do not see the drawing. */
  table: ReactNode
}

const settleMs = 120

/** Draws, and draws anew when the data, the theme or the width changes. */
export function ChartFrame({ draw, className = '', height, label, data, table }: ChartFrameProps) {
  const host = useRef<HTMLDivElement>(null)
  const drawNow = useEffectEvent(draw)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the data is what is drawn
  useEffect(() => {
    const element = host.current
    if (!element) return
    let turn = 0
    let erase: Erase | undefined
    let width = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    async function redraw() {
      turn += 1
      const mine = turn
      if (!element || element.clientWidth === 0) return
      width = element.clientWidth
      erase?.()
      erase = undefined
      const done = await drawNow(element)
      if (mine === turn) erase = done
      else done()
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
      <div ref={host} role="img" aria-label={label} className={`relative w-full ${className}`} style={{ height }} />
      <div className="sr-only">{table}</div>
    </figure>
  )
}
