import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import type { ReactNode } from 'react'
import { Empty } from '#ui/empty.tsx'
import { DayRangeField } from '../core/lists/day-range-field.tsx'
import { allDays, type Days, daysError } from '../core/lists/days.ts'
import { ExportButton } from '../core/lists/export-button.tsx'
import { m } from './texts.ts'

interface HistoryProps {
  id: string
  title: string
  list: {
    $filter: ReadableAtom<Days | undefined>
    change: (part: Partial<Days>) => void
  }
  /** How many its filter finds, as far as that is known. */
  total: number | undefined
  save: () => Promise<void>
  /** Shown when there was never a record. */
  empty: ReactNode
  /** The list itself, with its empty state. */
  children: (empty: ReactNode) => ReactNode
}

/** A history of the balance with its days, as a list and as a file. */
export function History({ id, title, list, total, save, empty, children }: HistoryProps) {
  const days = useStore(list.$filter) ?? allDays
  const error = daysError(days)
  const isNarrowed = days.from !== '' || days.to !== ''
  const none = isNarrowed ? <Empty title={m('days.none')} /> : empty
  return (
    <section className="panel overflow-hidden" aria-labelledby={id}>
      <div className="px-5 lg:px-6 pt-5 pb-4 flex flex-wrap items-center gap-3">
        <h2 id={id} className="title text-lg flex-1 min-w-40">
          {title}
        </h2>
        <DayRangeField
          {...days}
          labels={{ from: m('days.from'), to: m('days.to'), calendar: m('days.calendar') }}
          errorId={error && `${id}-days`}
          onChange={(days) => list.change(days)}
        />
        <ExportButton save={save} disabled={!total || error !== undefined} />
        {error && (
          <p id={`${id}-days`} role="alert" className="w-full text-xs text-error">
            {m(`days.${error}`)}
          </p>
        )}
      </div>
      <div className="border-t border-line">{error ? none : children(none)}</div>
    </section>
  )
}

/** File name of an exported history. */
export const fileName = (name: string, days: Days | undefined): string =>
  [name, days?.from, days?.to].filter(Boolean).join('-')
