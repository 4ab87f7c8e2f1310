import { SteadyButton } from '#ui/steady-button.tsx'
import { useT } from '../texts/i18n.ts'

interface LoadMoreProps {
  shown: number
  total: number
  busy: boolean
  /** Error of the rows that failed to load. */
  error?: string | undefined
  onMore: () => void
}

/** Below a growing list: the number of shown rows, and the button for more. */
export function LoadMore({ shown, total, busy, error, onMore }: LoadMoreProps) {
  const t = useT()
  return (
    <div className="border-t border-line px-5 lg:px-6 py-3 flex flex-wrap items-center justify-center gap-3">
      {error && (
        <p role="alert" className="w-full text-center text-sm text-error">
          {error}
        </p>
      )}
      <span className="text-sm text-muted num" aria-live="polite">
        {t('pager.shown', { shown, total })}
      </span>
      <SteadyButton className="btn-line btn-sm" off={busy} aria-busy={busy} onClick={onMore}>
        {t('pager.more')}
      </SteadyButton>
    </div>
  )
}
