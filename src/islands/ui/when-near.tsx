import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far below the window a part begins to load: it is there before a reader comes to it. */
const AHEAD = '50%'

/** Draws its children once the reader comes near their place, so that a page which is left at its top never loads them. */
export function WhenNear({ children, minHeight = 1 }: { children: ReactNode; minHeight?: number }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: `0px 0px ${AHEAD} 0px`,
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} style={{ minHeight }}>
      {isNear && children}
    </div>
  )
}
