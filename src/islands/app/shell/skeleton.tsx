import { FigureSkeleton, HeatSkeleton, LinesSkeleton, RowsSkeleton } from '#ui/skeleton.tsx'

/** Stands where a screen will be: two panels of about its size. */
export function ScreenSkeleton() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-hidden="true">
      <div className="panel p-5 lg:p-6 grid gap-4">
        <FigureSkeleton />
        <HeatSkeleton />
        <LinesSkeleton lines={2} />
      </div>
      <div className="panel overflow-hidden">
        <RowsSkeleton rows={5} />
      </div>
    </div>
  )
}
