import { type ReactNode, useEffect, useState } from 'react'
import type { T } from './fields.tsx'

/** Other sign-in methods, whose script is loaded after the form; with the form's texts for the demo button. */
export function LateSignInMethods({ t }: { t?: T }) {
  const [ways, setWays] = useState<ReactNode>()
  useEffect(
    () =>
      void import('./methods.tsx').then(({ loadSignInMethods }) => loadSignInMethods(t)).then(setWays, () => undefined),
    [t],
  )
  return ways
}
