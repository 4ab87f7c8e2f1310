import type { AmbassadorInfo } from '#lib/contract/ambassadors.ts'
import { formatCount } from '#lib/text/decimal.ts'
import { utcDayShort, utcDayStart } from '#lib/time/format.ts'
import { LineChart } from '#ui/chart/line-chart.tsx'
import { BarsSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { useLanguage } from '../core/texts/i18n.ts'
import { $devices, DAYS } from './store.ts'
import { m } from './texts.ts'

const HEIGHT = 180

/** Valid devices that count for the level on each evaluated day: of invitees, from Lv.2 on of both tiers. */
export function DeviceChart({ level }: { level: AmbassadorInfo['level'] }) {
  const { locale } = useLanguage()
  const isBoth = level >= 2
  return (
    <div className="border-t border-line p-5 lg:p-6">
      <h3 className="title text-base mb-4">{m(isBoth ? 'chart.both' : 'chart.title')}</h3>
      <Loaded store={$devices} skeleton={<BarsSkeleton height={HEIGHT} />} flush>
        {({ days }) => {
          const points = days
            .filter(({ evaluated }) => evaluated)
            .map((day) => ({
              at: utcDayStart(day.date) ?? 0,
              value: String(isBoth ? day.bothTiers : day.direct),
            }))
          if (points.length === 0) return <p className="text-sm text-muted">{m('chart.empty')}</p>
          return (
            <LineChart
              stepped
              points={points}
              words={{
                label: m('chart.label', { days: DAYS }),
                day: m('chart.day'),
                value: m('chart.value'),
              }}
              formatDay={(at) => utcDayShort(at, locale)}
              formatValue={(value) => formatCount(Number(value))}
              height={HEIGHT}
            />
          )
        }}
      </Loaded>
    </div>
  )
}
