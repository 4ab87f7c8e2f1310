import { useEffect, useRef } from 'react'

const MARK = '#open'

/**
 * On a phone what is read is a page of its own: the browser's Back leads to the list, to the place where the reader was.
 * On wide screens nothing of that happens. Returns how to open it, and how to go back.
 */
export function useReadPage(isWide: boolean | undefined, close: () => void): { opened(): void; back(): void } {
  const place = useRef(0)
  const isOpen = useRef(false)
  useEffect(() => {
    const onPop = () => {
      if (!isOpen.current || location.hash === MARK) return
      isOpen.current = false
      close()
      requestAnimationFrame(() => scrollTo(0, place.current))
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [close])
  return {
    opened() {
      if (isWide !== false || isOpen.current) return
      place.current = scrollY
      isOpen.current = true
      history.pushState(history.state, '', MARK)
      scrollTo(0, 0)
    },
    back() {
      if (isOpen.current) history.back()
      else close()
    },
  }
}
