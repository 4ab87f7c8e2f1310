import { useEffect, useState } from 'react'
import type { Locale } from '#lib/i18n/locales.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { refuseByMail } from './reminders-store.ts'

interface NoRemindersProps {
  locale: Locale
  texts: Readonly<Record<'text' | 'button' | 'keep' | 'done' | 'go' | 'wrong' | 'offline', string>>
  /** Address of the home page in the page's language. */
  home: string
}

/** Ends the reminders for the ticket of a mail: by a click, because mail programs follow links automatically. */
export function NoReminders({ locale, texts, home }: NoRemindersProps) {
  const [ticket, setTicket] = useState('')
  const [outcome, setOutcome] = useState<'done' | 'wrong' | 'offline'>()
  const [busy, setBusy] = useState(false)
  useEffect(() => setTicket(new URLSearchParams(location.search).get('ticket') ?? ''), [])
  const stop = async () => {
    setBusy(true)
    setOutcome(await refuseByMail(ticket, locale))
    setBusy(false)
  }
  if (outcome === 'done')
    return (
      <div className="grid gap-6 justify-items-start">
        <p role="status" className="text-lg text-muted">
          {texts.done}
        </p>
        <a className="btn btn-neutral action" href="/user">
          {texts.go}
        </a>
      </div>
    )
  return (
    <div className="grid gap-6 justify-items-start">
      <p className="text-lg text-muted">{texts.text}</p>
      <div className="flex flex-wrap gap-2.5">
        <SteadyButton className="btn-primary action" off={busy} aria-busy={busy} onClick={() => void stop()}>
          {texts.button}
        </SteadyButton>
        <a className="btn btn-ghost action text-muted" href={home}>
          {texts.keep}
        </a>
      </div>
      <p role="alert" className="text-sm text-error empty:hidden">
        {outcome && texts[outcome]}
      </p>
    </div>
  )
}
