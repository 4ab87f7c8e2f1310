import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { utcDateTime } from '#lib/time/format.ts'
import { PanelHead } from '#ui/panel-head.tsx'
import { Status } from '#ui/status.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { actionErrorText } from '../core/calls/error-text.ts'
import { useT } from '../core/texts/i18n.ts'
import { $google, linkGoogle, resumeGoogle, unlinkGoogle } from './google-store.ts'
import { LastMethodNote } from './last-method-note.tsx'
import { PopupWaiting } from './popup-waiting.tsx'
import { useStepUp } from './step-up.tsx'
import { a } from './texts.ts'

const showOutcome = (isLinked: boolean): void =>
  isLinked ? toast('success', a('google.done')) : toast('error', a('google.stopped'))

/** Set-up of Google sign-in: links or unlinks this account. */
export function GooglePanel() {
  const google = useStore($google).data
  const t = useT()
  const { run, busy, dialog } = useStepUp()
  useEffect(() => {
    resumeGoogle().then(
      (isLinked) => {
        if (isLinked !== undefined) showOutcome(isLinked)
      },
      (error: unknown) => toast('error', actionErrorText(t, error)),
    )
  }, [t])
  if (!google || (!google.isSetUp && !google.linked)) return null
  const { linked, isLast } = google
  const link = () =>
    run(async () => {
      showOutcome(await linkGoogle())
    })
  const unlink = () =>
    run(async () => {
      await unlinkGoogle()
      toast('success', a('google.undone'))
    })
  return (
    <section className="panel p-5 lg:p-6 grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="google">
      <PanelHead
        id="google"
        title={a('google.title')}
        text={
          linked ? (
            <UnbrokenDates text={a('google.linked', { label: linked.label, time: utcDateTime(linked.at) })} />
          ) : (
            a('google.text')
          )
        }
        status={
          <Status tone={linked ? 'success' : 'muted'} mark={linked ? 'on' : 'off'}>
            {linked ? a('factor.on') : a('google.none')}
          </Status>
        }
        action={
          <SteadyButton
            className="btn-line btn-sm"
            off={busy || isLast}
            aria-describedby={isLast ? 'google-last' : undefined}
            onClick={() => void (linked ? unlink() : link())}
          >
            {a(linked ? 'google.unlink' : 'google.link')}
          </SteadyButton>
        }
      />
      {isLast && <LastMethodNote id="google-last" />}
      <PopupWaiting site="google" />
      {dialog}
    </section>
  )
}
