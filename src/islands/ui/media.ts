import { useSyncExternalStore } from 'react'

/** Whether a media query matches, kept up to date. Undefined in the page's HTML, which knows no screen. */
export function useMedia(query: string): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => undefined,
  )
}

/** From 768 px on: tables. Below: lists. */
export const useWide = () => useMedia('(min-width: 48rem)') === true
