import { useState } from 'react'
import { Empty } from '#ui/empty.tsx'
import { LoadFailed } from '#ui/error-panel.tsx'
import { BarsSkeleton, FigureSkeleton, HeatSkeleton, LinesSkeleton, Loading, RowsSkeleton } from '#ui/skeleton.tsx'
import { t } from './texts.ts'

export function Skeletons() {
  const [tries, setTries] = useState(0)
  return (
    <>
      <Loading label={t('loading')}>
        <div className="grid gap-4">
          <FigureSkeleton />
          <HeatSkeleton />
          <LinesSkeleton lines={3} />
          <BarsSkeleton height={160} />
        </div>
      </Loading>
      <div className="panel">
        <RowsSkeleton rows={2} />
      </div>
      <div className="panel">
        <Empty
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <button type="button" className="btn btn-neutral">
              {t('empty.action')}
            </button>
          }
        />
      </div>
      <div className="panel">
        <LoadFailed
          key={tries}
          title={t('failed.title')}
          text={t('failed.text')}
          retryLabel={t('retry')}
          onRetry={() => setTries(tries + 1)}
        />
      </div>
    </>
  )
}
