import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { clock, secondsUntilSettlement } from '#lib/time/duration.ts'
import { Boundary } from '#ui/boundary.tsx'
import { HeatStrip } from '#ui/heat-strip.tsx'
import { serviceSeconds } from '../calls/service-clock.ts'
import { useT } from '../texts/i18n.ts'
import { $statistics } from './statistics.ts'

const HOURS = 24

/** The running UTC day: when it settles, and what each of its hours was worth so far. */
export const SettlementClock = () => (
  <Boundary>
    <Clock />
  </Boundary>
)

function Clock() {
  const t = useT()
  const [now, setNow] = useState<number>()
  useEffect(() => {
    setNow(serviceSeconds())
    const timer = setInterval(() => setNow(serviceSeconds()), 1000)
    return () => clearInterval(timer)
  }, [])
  const hours = useStore($statistics).data?.hours ?? []
  const hour = now === undefined ? undefined : Math.floor((now % 86_400) / 3600)
  const cells = Array.from({ length: HOURS }, (_, index) =>
    hour !== undefined && index > hour ? ('x' as const) : (hours[index] ?? 0),
  )
  return (
    <div className="panel p-3 mb-2">
      <div className="flex items-baseline justify-between text-xs">
        <span className="text-muted">{t('clock.settlesIn')}</span>
        <span className="num font-semibold text-sm" translate="no" role="timer" aria-live="off">
          {now === undefined ? '--:--:--' : clock(secondsUntilSettlement(now))}
        </span>
      </div>
      <HeatStrip
        cells={cells}
        {...(hour !== undefined && { now: hour })}
        label={t('clock.strip')}
        className="mt-2.5 mb-2 h-5!"
      />
      <div className="flex justify-between text-2xs text-faint num" translate="no">
        <span>00:00</span>
        <span>{now === undefined ? 'UTC' : `${clock(now % 86_400).slice(0, 5)} UTC`}</span>
        <span>24:00</span>
      </div>
    </div>
  )
}
