import { useState } from 'react'
import type { Invitation } from '#lib/contract/invitations.ts'
import { utcDate } from '#lib/time/format.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../core/calls/error-text.ts'
import { useT } from '../core/texts/i18n.ts'
import { remind } from './store.ts'
import { m } from './texts.ts'

/** Sends a reminder, or shows why none can be sent. */
export function RemindButton({ invitation: { id, reminder } }: { invitation: Invitation }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  if (reminder.state === 'needless') return null
  if (reminder.state === 'refused') return <span className="text-xs text-faint">{m('remind.refused')}</span>
  if (reminder.state === 'waiting')
    return <span className="text-xs text-faint">{m('remind.again', { day: utcDate(reminder.nextAt ?? 0) })}</span>
  const send = async () => {
    setBusy(true)
    try {
      await remind(id)
      toast('success', m('remind.sent'))
    } catch (error) {
      toast('error', actionErrorText(t, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <SteadyButton className="btn-line btn-sm" off={busy} aria-busy={busy} onClick={() => void send()}>
      {m('remind.do')}
    </SteadyButton>
  )
}
