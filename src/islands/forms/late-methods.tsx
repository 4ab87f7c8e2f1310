import { type ReactNode, useEffect, useState } from 'react'
import type { T } from './fields.tsx'

/** Other sign-in methods, whose script is loaded after the form; with the form's texts for the demo button. */
export function LateSignInMethods({ t }: { t?: T }) {
  const [methods, setMethods] = useState<ReactNode>()
  useEffect(
    () =>
      void import('./methods.tsx')
        .then(({ loadSignInMethods }) => loadSignInMethods(t))
        .then(setMethods, () => undefined),
    [t],
  )
  return methods
}
