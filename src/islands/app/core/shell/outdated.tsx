import { useStore } from '@nanostores/react'
import { $offline } from '../calls/call.ts'
import { $outdated } from '../calls/resource.ts'
import { useT } from '../texts/i18n.ts'

/** Shown while the service is unreachable, or data on the screen is older than the last attempt to load it. */
export function Outdated() {
  const t = useT()
  const isOffline = useStore($offline)
  const isOutdated = useStore($outdated) !== undefined
  return (
    <p role="status" className="tone tone-warning border rounded-field px-4 py-2.5 mb-4 text-sm empty:hidden">
      {isOffline ? t('offline') : isOutdated && t('outdated')}
    </p>
  )
}
