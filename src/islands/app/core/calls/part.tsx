import { Children, type ReactNode } from 'react'
import { Boundary } from '#ui/boundary.tsx'
import { LoadFailed } from '#ui/error-panel.tsx'
import { isMissingModule, reloadPage } from '../shell/reload-page.ts'
import { useT } from '../texts/i18n.ts'

interface PartFailedProps {
  error: Error
  flush?: boolean | undefined
  onRetry: () => void
}

/**
 * Replaces a part that failed to draw. React and some browsers cache a failed import: only a reload requests the file
 * again.
 */
export function PartFailed({ error, flush = false, onRetry }: PartFailedProps) {
  const t = useT()
  return (
    <LoadFailed
      title={t('failed.part')}
      text={t('failed.miners')}
      retryLabel={t('tryAgain')}
      report={{ href: '/messages?fault=', label: t('failed.report') }}
      flush={flush}
      onRetry={isMissingModule(error) ? () => void reloadPage() : onRetry}
    />
  )
}

interface PartsProps {
  children: ReactNode
  /** Class of its columns, if it has some. */
  className?: string
}

/** Parts of a screen: a failed part shows its error in its place, and the others stay. */
export const Parts = ({ children, className = '' }: PartsProps) => (
  <div className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${className}`}>
    {Children.map(children, (part) => (
      <Boundary
        instead={(again, error) => (
          <section className="panel col-span-full">
            <PartFailed error={error} onRetry={again} />
          </section>
        )}
      >
        {part}
      </Boundary>
    ))}
  </div>
)
