import { formatCount } from '#lib/text/decimal.ts'
import { clockHour, monthName, type YearChoice, type YearMonth } from '#lib/time/year.ts'
import { zoneName } from '#lib/time/zones.ts'
import { Fit } from '#ui/fit.tsx'
import { useLanguage } from '../core/texts/i18n.ts'
import { Months } from './months.tsx'
import { ShareYear } from './share.tsx'
import type { Drawn } from './store.ts'
import { y } from './texts.ts'

interface BelowProps {
  year: Drawn
  zone: string
  names: readonly string[]
  time: string
  choice: YearChoice
  /** Name of the one device that is drawn. */
  device: string | undefined
}

/** The year in figures, as a picture to share, and by month. */
export function Below({ year, zone, names, time, choice, device }: BelowProps) {
  return (
    <>
      <Figures year={year} zone={zone} />
      <ShareYear
        months={year.months}
        names={names}
        time={time}
        fileName={`idleforge-${choice === 'last' ? 'year' : choice}`}
        hours={y('worked', { count: year.worked, hours: formatCount(year.worked) })}
        device={device}
      />
      <Months months={year.months} />
    </>
  )
}

const heatIn = ({ levels }: YearMonth): number => levels.reduce((sum, level) => sum + Math.max(0, level), 0)

function Figures({ year, zone }: { year: Drawn; zone: string }) {
  const { locale } = useLanguage()
  const best = year.months.reduce((found, one) => (heatIn(one) > heatIn(found) ? one : found))
  return (
    <section
      className="grid grid-cols-2 xl:grid-cols-4 gap-px bg-line border border-line rounded-box overflow-hidden"
      aria-label={y('figures.label')}
    >
      <Figure label={y('figures.days')} value={String(year.workedDays)} note={y('figures.daysNote')} />
      <Figure label={y('figures.longest')} value={formatCount(year.longest)} note={y('figures.longestNote')} />
      <Figure
        label={y('figures.busiest')}
        value={clockHour(year.busiest)}
        note={y('figures.busiestNote', { zone: zoneName(zone) })}
      />
      <Figure
        label={y('figures.best')}
        value={monthName(locale, best, 'shortYear')}
        note={y('worked', { count: best.worked, hours: formatCount(best.worked) })}
      />
    </section>
  )
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div className="bg-base-100 px-5 py-4">
      <div className="text-xs text-muted">{label}</div>
      <div className="num title text-2xl mt-1 @container">
        <Fit text={value} />
      </div>
      <div className="text-xs text-faint mt-1">{note}</div>
    </div>
  )
}
