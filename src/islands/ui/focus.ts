import { useLayoutEffect, useRef } from 'react'

/** Focuses the page's content, after the focused element was removed. */
export const focusMain = (): void => document.querySelector('main')?.focus({ preventScroll: true })

/**
 * For a part whose content is removed while focused, with `tabIndex` -1: the focus moves to the part, and from a
 * removed part to the page's content. Checked at each render of the calling component.
 */
export function usePreservedFocus<E extends HTMLElement>() {
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
