import { useSyncExternalStore } from 'react'

/** True if a media query matches, kept up to date. Undefined in the prerendered HTML. */
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

/** Tables from 768 px on, lists below. */
export const useWide = () => useMedia('(min-width: 48rem)') === true
