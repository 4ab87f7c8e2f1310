import { SteadyButton } from '#ui/steady-button.tsx'
import { pauseEnd, pauseSpans } from './store.ts'
import { c } from './texts.ts'

interface PauseButtonsProps {
  canResume: boolean
  off: boolean
  /** Null resumes. */
  onAsk: (pauseUntil: number | null) => void
}

export function PauseButtons({ canResume, off, onAsk }: PauseButtonsProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{c('pause.label')}</legend>
      <span aria-hidden="true" className="text-sm text-muted mr-1">
        {c('pause.label')}
      </span>
      {pauseSpans.map((span) => (
        <SteadyButton key={span} className="btn-line btn-sm" off={off} onClick={() => onAsk(pauseEnd(span))}>
          {c(`pause.${span}`)}
        </SteadyButton>
      ))}
      {canResume && (
        <SteadyButton className="btn-neutral btn-sm" off={off} onClick={() => onAsk(null)}>
          {c('pause.resume')}
        </SteadyButton>
      )}
    </fieldset>
  )
}
