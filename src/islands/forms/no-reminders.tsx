import { useEffect, useState } from 'react'
import type { Locale } from '#lib/i18n/locales.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { refuseByMail } from './reminders-store.ts'

interface NoRemindersProps {
  locale: Locale
  texts: Readonly<Record<'text' | 'button' | 'done' | 'wrong' | 'offline', string>>
}

/** Ends the reminders for the ticket of a mail: by a click, because mail programs follow links automatically. */
export function NoReminders({ locale, texts }: NoRemindersProps) {
  const [ticket, setTicket] = useState('')
  const [outcome, setOutcome] = useState<'done' | 'wrong' | 'offline'>()
  const [busy, setBusy] = useState(false)
  useEffect(() => setTicket(new URLSearchParams(location.search).get('ticket') ?? ''), [])
  const stop = async () => {
    setBusy(true)
    setOutcome(await refuseByMail(ticket, locale))
    setBusy(false)
  }
  if (outcome === 'done') return <p role="status">{texts.done}</p>
  return (
    <div className="grid gap-4 justify-items-start">
      <p className="text-muted">{texts.text}</p>
      <SteadyButton className="btn-primary" off={busy} onClick={() => void stop()}>
        {texts.button}
      </SteadyButton>
      <p role="alert" className="text-sm text-error empty:hidden">
        {outcome && texts[outcome]}
      </p>
    </div>
  )
}
