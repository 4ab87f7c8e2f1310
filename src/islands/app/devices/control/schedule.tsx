import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { WeekSchedule } from '#lib/contract/miner-settings.ts'
import { presets } from '#lib/rules/week-schedule.ts'
import { zoneName } from '#lib/time/zones.ts'
import { useWide } from '#ui/media.ts'
import { $cheapSchedule } from '../../core/electricity/store.ts'
import { WeekGrid } from '../../core/week-grid/week-grid.tsx'
import { c } from './texts.ts'

interface ScheduleProps {
  schedule: WeekSchedule
  onChange: (schedule: WeekSchedule) => void
}

const presetNames = Object.keys(presets) as (keyof typeof presets)[]

/** The hours of a week at which a device may mine, with a few usual ones to begin with. */
export function Schedule({ schedule, onChange }: ScheduleProps) {
  const id = useId()
  const isWide = useWide()
  const cheap = useStore($cheapSchedule)
  const isCheap = schedule.hours === cheap?.hours && schedule.zone === cheap.zone
  const setHours = (hours: string) => onChange({ ...schedule, hours })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{c('schedule.presets')}</legend>
        {presetNames.map((name) => (
          <button
            key={name}
            type="button"
            className={`btn btn-xs ${schedule.hours === presets[name] ? 'btn-neutral' : 'btn-line'}`}
            aria-pressed={schedule.hours === presets[name]}
            onClick={() => setHours(presets[name])}
          >
            {c(`schedule.preset.${name}`)}
          </button>
        ))}
        {cheap && (
          <button
            type="button"
            className={`btn btn-xs ${isCheap ? 'btn-neutral' : 'btn-line'}`}
            aria-pressed={isCheap}
            onClick={() => onChange(cheap)}
          >
            {c('schedule.cheap')}
          </button>
        )}
      </fieldset>
      <WeekGrid
        label={c('schedule.label', { zone: zoneName(schedule.zone) })}
        describedBy={id}
        hours={schedule.hours}
        ink="1"
        cellText={({ day, hour }) => c('schedule.cell', { day, hour })}
        isWide={isWide}
        onChange={setHours}
      />
      <p id={id} className="text-xs text-muted">
        {c(isWide ? 'schedule.howWide' : 'schedule.howNarrow', { zone: zoneName(schedule.zone) })}
      </p>
    </div>
  )
}
