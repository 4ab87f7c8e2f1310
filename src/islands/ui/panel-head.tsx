import type { ReactNode } from 'react'

interface PanelHeadProps {
  /** The id of the heading, by which the panel is named. */
  id: string
  title: string
  text: ReactNode
  /** A badge beside the title. */
  status?: ReactNode
  /** Buttons: on the right, and below the text on a phone. Undefined keeps their place until they are known; null is none. */
  action: ReactNode
}

/** Head of a panel about one thing that is on or off: its name, state, explanation and action. */
export function PanelHead({ id, title, text, status, action }: PanelHeadProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="w-full sm:w-auto sm:flex-1 min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 min-h-6">
          <h2 id={id} className="title text-lg">
            {title}
          </h2>
          {status}
        </div>
        <p className="text-sm text-muted mt-1">{text}</p>
      </div>
      {action !== null && <div className="flex flex-wrap justify-end gap-2 min-h-8 sm:min-w-32">{action}</div>}
    </div>
  )
}
