import type { IconPath } from '#lib/illustration/icons.ts'

interface IconProps {
  path: IconPath
  className?: string
}

/** A decorative icon in the text colour; the words beside it (or an aria-label) carry the meaning. */
export function Icon({ path, className = '' }: IconProps) {
  return (
    <svg className={`ic ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
