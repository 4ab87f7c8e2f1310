import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

export interface Drawing {
  host: RefObject<HTMLDivElement | null>
  canvas: RefObject<HTMLCanvasElement | null>
  /** Pixels; 0 before the host is measured. */
  width: number
}

/** A canvas that is drawn again whenever its width, the theme, the fonts or `data` change. */
export function useDrawing(draw: (canvas: HTMLCanvasElement, width: number) => void, data: unknown): Drawing {
  const host = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [width, setWidth] = useState(0)
  const drawNow = useEffectEvent(() => {
    if (canvas.current && width > 0) draw(canvas.current, width)
  })
  useEffect(() => {
    const element = host.current
    if (!element) return
    const resized = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)))
    const themed = new MutationObserver(() => drawNow())
    resized.observe(element)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    void document.fonts?.ready.then(() => drawNow())
    return () => {
      resized.disconnect()
      themed.disconnect()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the data is what is drawn
  useEffect(() => drawNow(), [width, data])
  return { host, canvas, width }
}
