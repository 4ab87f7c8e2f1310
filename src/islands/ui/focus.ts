import { useLayoutEffect, useRef } from 'react'

/** To the page's content: where the focus goes when what had it is gone. */
export const focusMain = (): void => document.querySelector('main')?.focus({ preventScroll: true })

/**
 * For a part of the page whose contents come and go, with `tabIndex` -1: what goes with the focus on it leaves the focus
 * to the part, and the part to the page's content. It looks whenever the component that calls it is drawn.
 */
export function useKeptFocus<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  const isInside = useRef(false)
  useLayoutEffect(() => {
    if (isInside.current && !ref.current?.contains(document.activeElement)) ref.current?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => () => void (isInside.current && focusMain()), [])
  return {
    ref,
    onFocus: () => {
      isInside.current = true
    },
    onBlur: () => {
      isInside.current = false
    },
  }
}
