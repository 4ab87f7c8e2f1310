import { utcDayShort, utcDayStart } from '#lib/time/format.ts'
import { LineChart } from '#ui/chart/line-chart.tsx'
import { useLanguage } from '../../core/texts/i18n.ts'
import { percent, usdt } from '../format.ts'
import { m } from '../texts.ts'
import type { Detail } from './store.ts'

/** Past prices of the machine, and its uptime of each day. */
export function History({ detail: { prices, uptime, serverTime } }: { detail: Detail }) {
  const { locale } = useLanguage()
  const last = prices.at(-1)
  const costs = [...prices, ...(last ? [{ ...last, time: serverTime }] : [])]
  return (
    <section className="panel p-5 lg:p-6 grid grid-cols-[minmax(0,1fr)] gap-5" aria-label={m('history.title')}>
      <div>
        <h3 className="title">{m('history.price')}</h3>
        <LineChart
          height={140}
          stepped
          points={costs.map(({ time, price }) => ({ at: time, value: price }))}
          words={{ label: m('history.price'), day: m('history.day'), value: m('history.price') }}
          formatDay={(at) => (at === serverTime ? m('history.now') : utcDayShort(at, locale))}
          formatValue={(value) => `${usdt(value)} USDT`}
        />
      </div>
      <div>
        <h3 className="title">{m('history.uptime')}</h3>
        {uptime.length === 0 ? (
          <p className="text-sm text-muted mt-1">{m('history.none')}</p>
        ) : (
          <LineChart
            height={140}
            color="--color-info"
            max={100}
            points={uptime.map(({ day, uptime: part }) => ({ at: utcDayStart(day) ?? 0, value: String(part / 100) }))}
            words={{ label: m('history.uptime'), day: m('history.day'), value: m('history.uptime') }}
            formatDay={(at) => utcDayShort(at, locale)}
            formatValue={(value) => percent(Number(value))}
          />
        )}
      </div>
    </section>
  )
}
