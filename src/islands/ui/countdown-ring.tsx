import type { CSSProperties } from 'react'

interface CountdownRingProps {
  secondsLeft: number
  secondsTotal: number
  /** For screen readers, for example "42 seconds left". */
  label: string
  /** Inside the ring, for example "42 s". */
  text: string
}

/** The ring warns from here on. */
export const lastSeconds = 10

/** A ring that empties: for the 60 seconds of a code. */
export function CountdownRing({ secondsLeft, secondsTotal, label, text }: CountdownRingProps) {
  const style = {
    '--value': (100 * secondsLeft) / secondsTotal,
    '--size': '3.25rem',
    // At zero its round end would stay as a dot.
    '--thickness': secondsLeft > 0 ? '4px' : '0px',
  } as CSSProperties
  return (
    <div
      className={`radial-progress shrink-0 ${secondsLeft <= lastSeconds ? 'text-error' : 'text-primary'}`}
      style={style}
      role="timer"
      aria-label={label}
    >
      <span
        className={`num text-sm font-semibold ${secondsLeft <= lastSeconds ? '' : 'text-base-content'}`}
        translate="no"
      >
        {text}
      </span>
    </div>
  )
}

/** The code beside the ring, in groups; struck through when its time is over. */
export function ExpiringCode({ groups, expired }: { groups: readonly string[]; expired: boolean }) {
  return (
    <span
      className={`figure text-3xl tracking-[.06em] whitespace-nowrap ${expired ? 'text-faint line-through' : ''}`}
      translate="no"
    >
      {groups.join(' ')}
    </span>
  )
}
