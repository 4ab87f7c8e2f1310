import { columnOf, days, exampleWeek, hours, place, slab, viewBox } from '#lib/illustration/week-field.ts'
import { useT } from '../core/texts/i18n.ts'

/** The illustration of the site, in the guide: an example week of one PC. */
export function WeekField() {
  const t = useT()
  const week = exampleWeek()
  return (
    <svg viewBox={viewBox} className="w-full h-auto overflow-visible" role="img" aria-label={t('guide.week')}>
      <path fill="var(--slab)" d={slab.top} />
      <path fill="var(--slab-l)" d={slab.left} />
      <path fill="var(--slab-r)" d={slab.right} />
      <path fill="var(--heat-0)" d={slab.floor} />
      <path stroke="var(--slab)" strokeWidth="1.8" d={slab.lines} />
      {Array.from({ length: hours }, (_, hour) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place
        <g key={hour} className="rise">
          {Array.from({ length: days }, (_, day) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
            <Column key={day} level={week[day]?.[hour] ?? 0} at={place(hour, day)} />
          ))}
        </g>
      ))}
    </svg>
  )
}

function Column({ level, at }: { level: number; at: { x: number; y: number } }) {
  if (level === 0) return null
  const { heat, left, right, top } = columnOf(level)
  return (
    <g color={`var(--heat-${heat})`} transform={`translate(${at.x} ${at.y})`}>
      <path className="iso-left" d={left} />
      <path className="iso-right" d={right} />
      <path fill="currentColor" d={top} />
    </g>
  )
}
