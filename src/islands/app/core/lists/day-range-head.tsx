import { useStore } from '@nanostores/react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'
import { Segments } from '#ui/segments.tsx'
import { m } from '../texts/money.ts'
import type { DayRange } from './day-range.ts'
import { DayRangeField } from './day-range-field.tsx'

/** The head of a statistic: its title, its days, and their error. */
export function DayRangeHead({ id, title, range }: { id: string; title: string; range: DayRange }) {
  const choice = useStore(range.$choice)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={id} className="title text-lg flex-1 min-w-48">
          {title}
        </h2>
        <Segments
          label={m('statistics.range')}
          value={String(choice.days ?? '')}
          onChange={(days) => range.$choice.set({ days: days === '7' ? 7 : 14 })}
          segments={(['7', '14'] as const).map((value) => ({ value, label: m('statistics.days', { days: value }) }))}
        />
        <Days range={range} />
      </div>
      <RangeErrorText range={range} />
    </>
  )
}

function Days({ range }: { range: DayRange }) {
  const { from, to } = useStore(range.$range)
  return (
    <DayRangeField
      from={from}
      to={to}
      labels={{ from: m('statistics.from'), to: m('statistics.to'), calendar: m('statistics.calendar') }}
      errorId={useStore(range.$error) && 'range-fault'}
      onChange={range.chooseDays}
    />
  )
}

function RangeErrorText({ range }: { range: DayRange }) {
  const error = useStore(range.$error)
  return (
    <p id="range-fault" role="alert" className="mt-2 text-xs text-error flex items-center gap-1.5 min-h-5">
      {error && (
        <>
          <Icon path={icons.circleAlert} className="size-4" />
          {m(`statistics.${error}`)}
        </>
      )}
    </p>
  )
}
