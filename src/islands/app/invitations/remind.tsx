import type { Invitation } from '#lib/contract/invitations.ts'
import { utcDate } from '#lib/time/format.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { useAction } from '../core/forms/use-action.ts'
import { remind } from './store.ts'
import { m } from './texts.ts'

/** Sends a reminder, or shows why none can be sent. */
export function RemindButton({ invitation: { id, reminder } }: { invitation: Invitation }) {
  const { busy, act } = useAction()
  if (reminder.state === 'needless') return null
  if (reminder.state === 'refused') return <span className="text-xs text-faint">{m('remind.refused')}</span>
  if (reminder.state === 'waiting')
    return <span className="text-xs text-faint">{m('remind.again', { day: utcDate(reminder.nextAt ?? 0) })}</span>
  const send = () => act(() => remind(id), m('remind.sent'))
  return (
    <SteadyButton className="btn-line btn-sm" off={busy} aria-busy={busy} onClick={send}>
      {m('remind.do')}
    </SteadyButton>
  )
}
