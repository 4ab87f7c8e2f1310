import type { ReactNode } from 'react'
import { keys } from './first-skeleton.tsx'

export { FigureSkeleton, HeatSkeleton, RowsSkeleton } from './first-skeleton.tsx'

const widths = ['w-full', 'w-11/12', 'w-3/4', 'w-5/6', 'w-2/3']

/** Wraps skeletons: announces once to screen readers that something is loading. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}

export function LinesSkeleton({ lines }: { lines: number }) {
  return (
    <div className="grid gap-2" aria-hidden="true">
      {keys(lines).map((line) => (
        <div key={line} className={`skeleton h-4 rounded-selector ${widths[line % widths.length]}`} />
      ))}
    </div>
  )
}

/** Placeholder of a form of labelled fields with its button, with the same height. */
export function FieldsSkeleton({ fields }: { fields: number }) {
  return (
    <div className="grid gap-4" aria-hidden="true">
      {keys(fields).map((field) => (
        <div key={field} className="grid gap-1.5">
          <div className="skeleton h-5 w-1/4 rounded-selector" />
          <div className="skeleton h-12 rounded-field" />
        </div>
      ))}
      <div className="skeleton h-10 rounded-field" />
    </div>
  )
}

/** Placeholder of a bar chart; `height` in pixels. */
export function BarsSkeleton({ height }: { height: number }) {
  return <div className="ghost-bars" style={{ height }} aria-hidden="true" />
}
