/** Skeletons of the first load, for the screen that is loading. */

export const keys = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Placeholder of one big number. */
export function FigureSkeleton() {
  return <div className="skeleton h-6 my-2 w-2/5 rounded-field" aria-hidden="true" />
}

/** Placeholder of a list or table; each row is as high as a real one, by classes if that is not 3.5 rem. */
export function RowsSkeleton({ rows, height = 'h-14' }: { rows: number; height?: string }) {
  return (
    <div className="rule" aria-hidden="true">
      {keys(rows).map((row) => (
        <div key={row} className={`flex items-center justify-between gap-8 px-5 lg:px-6 ${height}`}>
          <div className={`skeleton h-4 rounded-selector ${row % 2 ? 'w-1/4' : 'w-1/3'}`} />
          <div className="skeleton h-4 w-16 rounded-selector" />
        </div>
      ))}
    </div>
  )
}

export function HeatSkeleton() {
  return (
    <div className="heat ember" aria-hidden="true">
      {keys(24).map((cell) => (
        <i key={cell} />
      ))}
    </div>
  )
}
