import * as icons from '#lib/illustration/icons.ts'
import { Icon } from './icon.tsx'
import { SteadyButton } from './steady-button.tsx'

interface PagerProps {
  /** First page is 1. */
  page: number
  pages: number
  onPage: (page: number) => void
  label: string
  previousLabel: string
  nextLabel: string
  /** For example "Page 2 of 7". */
  text: string
}

/** Back and forth through pages. Nothing is drawn when there is only one. */
export function Pager({ page, pages, onPage, label, previousLabel, nextLabel, text }: PagerProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label={label} className="flex items-center justify-end gap-2 text-sm">
      <span className="num text-muted mr-2" aria-live="polite">
        {text}
      </span>
      <SteadyButton
        className="btn-line btn-sm btn-square"
        aria-label={previousLabel}
        off={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <Icon path={icons.chevronLeft} />
      </SteadyButton>
      <SteadyButton
        className="btn-line btn-sm btn-square"
        aria-label={nextLabel}
        off={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <Icon path={icons.chevronRight} />
      </SteadyButton>
    </nav>
  )
}
