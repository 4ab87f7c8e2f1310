import type { Machine } from '#lib/contract/device-list.ts'
import { splitDuration } from '#lib/time/duration.ts'
import { localDateTime } from '#lib/time/format.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { serviceSeconds } from '../../core/calls/service-clock.ts'
import { useAction } from '../../core/forms/use-action.ts'
import { wishRows } from './rows.ts'
import { takeBack } from './store.ts'
import { c } from './texts.ts'

/** The wish that the device has not confirmed yet. */
export function WishNote({ id, wish }: { id: string; wish: NonNullable<Machine['wish']> }) {
  const { busy, act } = useAction()
  return (
    <div className="tone tone-info border rounded-field px-4 py-3 text-sm grid gap-2">
      <p role="status">{askedText(wish.askedAt)}</p>
      <ul className="grid gap-0.5">
        {wishRows(wish).map(([label, value]) => (
          <li key={label}>{c('pair', { label, value })}</li>
        ))}
      </ul>
      <SteadyButton
        className="btn-line btn-sm justify-self-start"
        off={busy}
        aria-busy={busy}
        onClick={() => act(() => takeBack([id]))}
      >
        {c('takeBack')}
      </SteadyButton>
    </div>
  )
}

function askedText(at: number): string {
  const { days, hours, minutes } = splitDuration(serviceSeconds() - at)
  if (days > 0) return c('asked.on', { time: localDateTime(at) })
  if (hours > 0) return c('asked.hours', { count: hours })
  return minutes > 0 ? c('asked.minutes', { count: minutes }) : c('asked.now')
}
