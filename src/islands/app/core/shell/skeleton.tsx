import { FigureSkeleton, HeatSkeleton, RowsSkeleton } from '#ui/first-skeleton.tsx'
import { useT } from '../texts/i18n.ts'

/**
 * Placeholder of a screen: two panels of about its size, and a loading text. The text is larger than any that a first
 * screen brings, so that the page's largest paint does not wait for scripts (tests/e2e/largest-paint.test.ts).
 */
export function ScreenSkeleton() {
  const t = useT()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-hidden="true">
      <div className="panel p-5 lg:p-6 grid gap-4">
        <FigureSkeleton />
        <HeatSkeleton />
        <p className="text-xl lg:text-2xl text-muted min-h-20">{t('loadingText')}</p>
      </div>
      <div className="panel overflow-hidden">
        <RowsSkeleton rows={5} />
      </div>
    </div>
  )
}
