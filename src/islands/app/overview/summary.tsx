import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { emsOf, Fit } from '#ui/fit.tsx'
import { HeatStrip } from '#ui/heat-strip.tsx'
import { Icon } from '#ui/icon.tsx'
import { FigureSkeleton } from '#ui/skeleton.tsx'
import { ReadFailed } from '../core/calls/load-state.tsx'
import { useT } from '../core/texts/i18n.ts'
import { $statistics, durationText, rateParts, todayCells } from '../devices/index.ts'

/** The devices of the account in four figures and one strip. */
export function DeviceSummary() {
  const t = useT()
  const { data, error } = useStore($statistics)
  if (error && !data)
    return (
      <section className="panel">
        <ReadFailed error={error} mining onRetry={() => void $statistics.reload()} />
      </section>
    )
  const rate = data && rateParts(data.hashrate)
  return (
    <section className="panel overflow-hidden" aria-label={t('summary.label')}>
      <div className="grid grid-cols-2 lg:grid-cols-[.9fr_1fr_1.2fr_1.5fr] gap-px bg-line">
        <Figure
          label={t('summary.online')}
          value={data && String(data.online)}
          note={data && t('summary.ofTotal', { total: data.total })}
        />
        <Figure label={t('summary.hashrate')} value={rate?.value} unit={rate?.unit} note={t('summary.verified')} />
        <Figure
          label={t('summary.today')}
          value={data && <Duration text={durationText(t, data.todaySeconds)} />}
          note={t('summary.todayNote')}
        />
        <div className="bg-base-100 px-5 py-4 flex flex-wrap content-start justify-between gap-y-1 text-xs text-muted">
          {t('devices.byHour')}
          {/* Without room beside the label it is last, below the notes of the other figures. */}
          <a
            className="max-sm:order-1 lg:max-xl:order-1 inline-flex items-center font-medium text-base-content hover:text-primary"
            href="/user/overview-main/year"
          >
            {t('titles.year')}
            <Icon path={icons.chevronRight} className="size-4" />
          </a>
          <HeatStrip
            className="w-full my-1 h-6!"
            cells={todayCells(data?.hours ?? [])}
            {...(data && { now: data.hours.length - 1 })}
            label={t('clock.strip')}
          />
          <div className="w-full flex justify-between text-2xs text-faint num" translate="no" aria-hidden="true">
            <span>00:00</span>
            <span>24:00 UTC</span>
          </div>
        </div>
      </div>
    </section>
  )
}

interface FigureProps {
  label: string
  value: ReactNode
  unit?: string | undefined
  note: string | undefined
}

const UNIT = 'text-xs sm:text-sm font-medium text-muted'

/** The figures of a duration are as large as the others, and its units as theirs. */
function Duration({ text }: { text: string }) {
  const units = text.replace(/\d/g, '')
  return (
    <Fit text={text.replace(/\D/g, '')} beside={`${emsOf(units) * 0.8125}rem`}>
      {text.split(/(\D+)/).map((part, index) =>
        index % 2 ? (
          <span key={part} className={UNIT}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </Fit>
  )
}

/** A note has room for its line before it comes with the data: nothing may move then. */
function Figure({ label, value, unit, note }: FigureProps) {
  return (
    <div className="bg-base-100 px-5 py-4">
      <div className="text-xs text-muted">{label}</div>
      {value === undefined ? (
        <FigureSkeleton />
      ) : (
        <div className="num title text-lg sm:text-2xl h-10 flex items-center @container" translate="no">
          {typeof value === 'string' ? <Fit text={value} {...(unit && { beside: '2.5rem' })} /> : value}
          {unit && <span className={`ml-1.5 ${UNIT}`}>{unit}</span>}
        </div>
      )}
      <div className="text-xs text-faint min-h-4">{note}</div>
    </div>
  )
}
