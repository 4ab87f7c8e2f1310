import type { ReactNode } from 'react'

interface EmptyProps {
  title: string
  text?: string
  action?: ReactNode
}

/** Empty state of a list or panel: one title, one sentence, one button. */
export function Empty({ title, text, action }: EmptyProps) {
  return (
    <div className="px-5 py-10 grid justify-items-center gap-2 text-center">
      <p className="title text-lg">{title}</p>
      {text && <p className="text-sm text-muted max-w-[25em]">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
