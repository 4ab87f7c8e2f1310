import { type ReactNode, useEffect, useState } from 'react'
import type { T } from './fields.tsx'

/** The other ways in, whose script comes once the form is there; with the texts of the form that leads into the demo. */
export function LateSignInMethods({ t }: { t?: T }) {
  const [ways, setWays] = useState<ReactNode>()
  useEffect(
    () =>
      void import('./methods.tsx').then(({ loadSignInMethods }) => loadSignInMethods(t)).then(setWays, () => undefined),
    [t],
  )
  return ways
}
