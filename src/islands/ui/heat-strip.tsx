interface HeatStripProps {
  /** 0 to 4, cold to hot; 'x' for what has not come yet. */
  cells: readonly (number | 'x')[]
  /** What the strip shows, with its value: the colours alone say too little. Absent: decoration. */
  label?: string
  /** Index of the running hour or step. */
  now?: number
  cold?: boolean
  className?: string
}

export function HeatStrip({ cells, label, now, cold = false, className = '' }: HeatStripProps) {
  const role = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  return (
    <span className={`heat ${cold ? 'heat-cold' : ''} ${className}`} {...role}>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
        <i key={index} data-h={cell} className={index === now ? 'now' : undefined} />
      ))}
    </span>
  )
}
