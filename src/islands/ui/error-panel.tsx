import * as icons from '#lib/illustration/icons.ts'
import { usePreservedFocus } from './focus.ts'
import { Icon } from './icon.tsx'

interface LoadFailedProps {
  /** The failed thing. */
  title: string
  /** The part that still works. */
  text?: string
  retryLabel: string
  /** Link to a report form. */
  report?: { href: string; label: string } | undefined
  /** Inside the padding of its container. */
  flush?: boolean
  onRetry: () => void
}

/**
 * One panel failed to load; the others work. When it is removed while focused, the focus moves to the page's content.
 */
export function LoadFailed({ title, text, retryLabel, report, flush = false, onRetry }: LoadFailedProps) {
  return (
    <div
      role="alert"
      className={`flex gap-4 items-start py-5 outline-none ${flush ? '' : 'px-5 lg:px-6'}`}
      tabIndex={-1}
      {...usePreservedFocus()}
    >
      <span className="size-9 rounded-field tone tone-error border grid place-items-center shrink-0">
        <Icon path={icons.unplug} />
      </span>
      <div>
        <p className="font-semibold">{title}</p>
        {text && <p className="text-sm text-muted mt-1">{text}</p>}
        <button type="button" className="btn btn-line btn-sm mt-3" onClick={onRetry}>
          <Icon path={icons.refreshCw} className="size-4" />
          {retryLabel}
        </button>
        {report && (
          <a className="btn btn-ghost btn-sm mt-3" href={report.href}>
            {report.label}
          </a>
        )}
      </div>
    </div>
  )
}
