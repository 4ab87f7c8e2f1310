interface HeatStripProps {
  /** 0 to 4, cold to hot; 'x' for a cell in the future. */
  cells: readonly (number | 'x')[]
  /** Description of the strip with its value: the colours alone are not enough. Absent: decoration. */
  label?: string
  /** Index of the running hour or step. */
  now?: number
  cold?: boolean
  className?: string
}

const levels = [0, 1, 2, 3, 4, 'x'] as const
/** A cell from the beginning of its unit of width, 20 high; a future one is a low dash. */
const cellShape = 'm.21 0h.58q.12 0 .12 1.5v17q0 1.5-.12 1.5h-.58q-.12 0-.12-1.5v-17q0-1.5.12-1.5z'
const dashShape = 'm.09 17h.82v3h-.82z'
/** Around the running cell, a little beyond its gaps. */
const nowShape = 'm.1-2.25h.8q.2 0 .2 2.25v20q0 2.25-.2 2.25h-.8q-.2 0-.2-2.25v-20q0-2.25.2-2.25z'

/**
 * One path per level instead of one element per cell: a screen shows a dozen strips, and a dialog restyles every
 * element.
 */
export function HeatStrip({ cells, label, now, cold = false, className = '' }: HeatStripProps) {
  return (
    <svg
      className={`heat-drawn ${cold ? 'heat-cold' : ''} ${className}`}
      viewBox={`0 0 ${cells.length} 20`}
      preserveAspectRatio="none"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {levels.map((level) => {
        const shape = level === 'x' ? dashShape : cellShape
        const d = cells.map((cell, index) => (cell === level ? `M${index} 0${shape}` : '')).join('')
        return d && <path key={level} data-h={level} d={d} />
      })}
      {now !== undefined && <path className="now" d={`M${now} 0${nowShape}`} />}
    </svg>
  )
}
