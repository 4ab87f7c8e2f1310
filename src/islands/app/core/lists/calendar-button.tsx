import { lazy, Suspense, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { utcDate } from '#lib/time/format.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { serviceMs } from '../calls/service-clock.ts'
import { useT } from '../texts/i18n.ts'

const Calendar = lazy(() => import('./calendar.tsx').then(({ Calendar }) => ({ default: Calendar })))

interface CalendarButtonProps {
  from: string
  to: string
  label: string
  onChoose: (days: { from: string; to: string }) => void
}

/** Opens a calendar on which two days are chosen one after the other. Its code is loaded at the first press. */
export function CalendarButton({ from, to, label, onChoose }: CalendarButtonProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const today = utcDate(serviceMs() / 1000)
  const choose = (days: { from: string; to: string }) => {
    setOpen(false)
    onChoose(days)
  }
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-xs btn-square -mr-1"
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        <Icon path={icons.calendar} className="size-4" />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={label} closeLabel={t('close')}>
        <Suspense fallback={<div className="skeleton h-80" />}>
          <Calendar from={from} to={to} last={today} today={today} onChoose={choose} />
        </Suspense>
      </Dialog>
    </>
  )
}
