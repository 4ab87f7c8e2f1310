import { Fragment, useState } from 'react'
import { utcDayStart } from '#lib/time/format.ts'
import { CalendarButton } from './calendar-button.tsx'

interface DayRangeFieldProps {
  from: string
  to: string
  /** Labels of both ends. */
  labels: { from: string; to: string; calendar: string }
  /** The id of the range's error; undefined while it is valid. */
  errorId: string | undefined
  /** Complete days, or '' for an emptied field. */
  onChange: (days: { from?: string; to?: string }) => void
}

/** Two UTC days in one control, written year first in every language, or chosen on a calendar; hyphens come by themselves. */
export function DayRangeField({ errorId, onChange, ...days }: DayRangeFieldProps) {
  return (
    <span className={`input h-9 px-2 num w-full sm:w-auto ${errorId ? 'border-error!' : ''}`}>
      {(['from', 'to'] as const).map((end) => (
        <Fragment key={end}>
          {end === 'to' && <span className="text-faint">–</span>}
          <DayField
            day={days[end]}
            label={days.labels[end]}
            errorId={errorId}
            onChange={(day) => onChange({ [end]: day })}
          />
        </Fragment>
      ))}
      <CalendarButton {...days} label={days.labels.calendar} onChoose={onChange} />
    </span>
  )
}

interface DayFieldProps {
  day: string
  label: string
  errorId: string | undefined
  onChange: (day: string) => void
}

/** 20261112 is 2026-11-12. */
const dayIn = (text: string): string => {
  const [, year = '', month = '', day = ''] = /^(\d{0,4})(\d{0,2})(\d{0,2})/.exec(text.replace(/\D/g, '')) ?? []
  return [year, month, day].filter(Boolean).join('-')
}

/** Incomplete input is kept here, and replaced by the valid day when the field loses focus. */
function DayField({ day, label, errorId, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState({ day, text: day })
  if (typed.day !== day) setTyped({ day, text: day })
  const edit = (text: string) => {
    const next = dayIn(text)
    setTyped({ day, text: next })
    if ((next === '' || utcDayStart(next) !== undefined) && next !== day) onChange(next)
  }
  return (
    <input
      className="flex-1 min-w-0 text-center"
      size={10}
      inputMode="numeric"
      autoComplete="off"
      placeholder="YYYY-MM-DD"
      aria-label={label}
      aria-invalid={errorId !== undefined}
      aria-describedby={errorId}
      value={typed.text}
      onChange={({ currentTarget }) => edit(currentTarget.value)}
      onBlur={() => setTyped({ day, text: day })}
    />
  )
}
