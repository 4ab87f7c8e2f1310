import type { ComponentProps } from 'react'

interface SteadyButtonProps extends ComponentProps<'button'> {
  /** True if it is inactive. */
  off: boolean
}

/** A button that keeps the focus while it is inactive: a disabled one would lose it. */
export function SteadyButton({ off, type = 'button', className = '', onClick, ...rest }: SteadyButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`btn ${className} ${off ? 'btn-disabled' : ''}`}
      aria-disabled={off}
      onClick={(event) => (off ? event.preventDefault() : onClick?.(event))}
    />
  )
}
