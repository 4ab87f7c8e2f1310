interface IconProps {
  /** Written in full, so that Tailwind finds it: `lucide--x`. */
  name: `lucide--${string}`
  className?: string
}

/** A decorative icon in the text colour; the words beside it (or an aria-label) carry the meaning. */
export function Icon({ name, className = '' }: IconProps) {
  return <span className={`ic ${name} ${className}`} aria-hidden="true" />
}
