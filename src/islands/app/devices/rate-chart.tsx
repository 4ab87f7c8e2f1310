import { atom } from 'nanostores'
import { useMemo, useState } from 'react'
import { machineRates, type RateSpan } from '#lib/contract/device-list.ts'
import { utcDateTime, utcDayShort, utcTime } from '#lib/time/format.ts'
import { LineChart } from '#ui/chart/line-chart.tsx'
import { Segments } from '#ui/segments.tsx'
import { BarsSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { createResource } from '../core/calls/resource.ts'
import { useLanguage } from '../core/texts/i18n.ts'
import { rateMark, rateText } from './format.ts'
import { d } from './texts.ts'

const HEIGHT = 140
const REFRESH_MS = 60_000

/** How fast the device was over 24 hours or 7 days. */
export function RateChart({ id }: { id: string }) {
  const { locale } = useLanguage()
  const [span, choose] = useState<RateSpan>('day')
  const $rates = useMemo(
    () => createResource(machineRates, { $payload: atom({ id, span }), everyMs: REFRESH_MS }),
    [id, span],
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="title text-sm">{d('rate.title')}</h3>
        <Segments
          label={d('rate.span')}
          value={span}
          onChange={choose}
          segments={(['day', 'week'] as const).map((value) => ({ value, label: d(`rate.spans.${value}`) }))}
        />
      </div>
      <Loaded store={$rates} skeleton={<BarsSkeleton height={HEIGHT} />} flush>
        {({ points }) => (
          <LineChart
            height={HEIGHT}
            points={points.map(({ time, hashrate }) => ({ at: time, value: String(Math.round(hashrate)) }))}
            words={{ label: d(`rate.labels.${span}`), day: d('rate.time'), value: d('rate.title') }}
            formatDay={utcDateTime}
            formatAxis={(at) => (span === 'day' ? utcTime(at).slice(0, 5) : utcDayShort(at, locale))}
            formatAxisValue={rateMark}
            formatValue={(value) => rateText(Number(value))}
          />
        )}
      </Loaded>
    </div>
  )
}
