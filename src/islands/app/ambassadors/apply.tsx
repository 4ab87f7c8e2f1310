import { useState } from 'react'
import { brand } from '#lib/brand.ts'
import type { AmbassadorInfo } from '#lib/contract/ambassadors.ts'
import { LEVEL_1_FRIENDS } from '#lib/rules/ambassadors.ts'
import { utcDate } from '#lib/time/format.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { useAction } from '../core/forms/use-action.ts'
import { reasonText } from '../core/texts/reason-text.ts'
import { apply } from './store.ts'
import { m } from './texts.ts'

/** Application for Lv.1: missing conditions, the form, and the state of the application. */
export function Apply({ info }: { info: AmbassadorInfo }) {
  if (info.level > 0) return null
  const { application, canApply, validFriends } = info
  const missing = LEVEL_1_FRIENDS + 1 - validFriends
  return (
    <div className="mt-6 pt-5 border-t border-line grid gap-3 text-sm">
      {application?.state === 'refused' && (
        <p className="text-muted">{m('apply.refused', { reason: reasonText(application) })}</p>
      )}
      {application?.state === 'open' && (
        <p>
          <UnbrokenDates text={m('apply.open', { day: utcDate(application.askedAt) })} />
        </p>
      )}
      {missing > 0 && <p className="text-muted">{m('apply.need', { count: missing })}</p>}
      {canApply && <ApplyForm />}
      <a className="link justify-self-start" href={brand.application} target="_blank" rel="noopener">
        {m('apply.form')}
      </a>
    </div>
  )
}

function ApplyForm() {
  const [contact, setContact] = useState('')
  const { busy, act } = useAction()
  function send(event: React.SyntheticEvent) {
    event.preventDefault()
    if (!busy && contact.trim() !== '') act(() => apply(contact.trim()), m('apply.sent'))
  }
  return (
    <form className="grid gap-2 max-w-[28rem]" onSubmit={send}>
      <p className="text-muted">{m('apply.text')}</p>
      <label className="font-medium">
        {m('apply.contact')}
        <input
          className="input w-full h-12 mt-1.5 font-normal"
          maxLength={120}
          required
          autoComplete="off"
          value={contact}
          onChange={({ currentTarget }) => setContact(currentTarget.value)}
        />
      </label>
      <SteadyButton type="submit" className="btn-primary justify-self-start" off={busy} aria-busy={busy}>
        {m('apply.send')}
      </SteadyButton>
    </form>
  )
}
