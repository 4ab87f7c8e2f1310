import type { CSSProperties } from 'react'
import { HeatStrip } from '#ui/heat-strip.tsx'

/** Cells of a strip. */
export const CELLS = 24

/** Points are brass, and so is the way to them. */
const brass = { '--heat-3': 'var(--color-accent)' } as CSSProperties

/** Progress towards points, in cells of 24; its figures are in the text beside it. */
export function BrassStrip({ lit }: { lit: number }) {
  return (
    <div style={brass}>
      <HeatStrip className="h-2!" cells={Array.from({ length: CELLS }, (_, cell) => (cell < lit ? 3 : 0))} />
    </div>
  )
}
