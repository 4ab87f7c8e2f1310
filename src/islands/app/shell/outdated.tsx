import { useStore } from '@nanostores/react'
import { $outdated } from '../calls/resource.ts'
import { isGone } from '../calls/sentence.ts'
import { useT } from '../texts/i18n.ts'

/** As long as something on the screen is older than the last try to read it. */
export function Outdated() {
  const t = useT()
  const error = useStore($outdated)
  // What is gone is told in its own place.
  const isOutdated = error !== undefined && !isGone(error)
  return (
    <p role="status" className="tone tone-warning border rounded-field px-4 py-2.5 mb-4 text-sm empty:hidden">
      {isOutdated && t('outdated')}
    </p>
  )
}
