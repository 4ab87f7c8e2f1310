import type { ReactNode } from 'react'

export type Tone = 'success' | 'info' | 'error' | 'warning' | 'primary' | 'accent' | 'muted'

const tones: Record<Tone, string> = {
  success: 'tone-success',
  info: 'tone-info',
  error: 'tone-error',
  warning: 'tone-warning',
  primary: 'tone-primary',
  accent: 'tone-accent',
  muted: 'tone-muted',
}
const marks = { on: 'mark', half: 'mark mark-half', off: 'mark mark-off' }

interface StatusProps {
  tone: Tone
  /** Filled: done or on. Half: in progress. Hollow: ended or off. */
  mark: keyof typeof marks
  /** Without the box, for rows of devices. */
  plain?: boolean
  children: ReactNode
}

/** A status is a shape, a word and a colour. */
export function Status({ tone, mark, plain = false, children }: StatusProps) {
  const baseClass = plain ? 'inline-flex items-center text-xs font-medium text-(--t)' : 'badge badge-sm tone h-6 px-2'
  return (
    <span className={`${baseClass} ${tones[tone]} gap-1.5 whitespace-nowrap`}>
      <span className={marks[mark]} aria-hidden="true" />
      {children}
    </span>
  )
}
