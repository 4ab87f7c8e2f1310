import { useState } from 'react'
import type { Session } from '#lib/contract/sessions.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { usePreservedFocus } from '#ui/focus.ts'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { actionErrorText } from '../core/calls/error-text.ts'
import { Loaded } from '../core/calls/load-state.tsx'
import { useT } from '../core/texts/i18n.ts'
import { browserText } from './browser-text.ts'
import { $sessions, revoke } from './store.ts'

/** Browsers that are signed in, each with a button to end its session. */
export function Sessions() {
  const t = useT()
  return (
    <section className="panel overflow-hidden" aria-labelledby="sessions">
      <div className="px-5 lg:px-6 pt-5 pb-3">
        <h2 id="sessions" className="title text-lg">
          {t('account.sessions')}
        </h2>
        <p className="text-sm text-muted mt-1">{t('account.sessionsText')}</p>
      </div>
      <Loaded store={$sessions} skeleton={<RowsSkeleton rows={2} />}>
        {({ list }) => <SessionList sessions={list} />}
      </Loaded>
    </section>
  )
}

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  return (
    <ul
      {...usePreservedFocus<HTMLUListElement>()}
      tabIndex={-1}
      aria-labelledby="sessions"
      className="rule border-t border-line outline-none"
    >
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </ul>
  )
}

function SessionRow({ session }: { session: Session }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const end = async () => {
    setBusy(true)
    await revoke(session.id).then(
      () => toast('success', t('account.ended', { browser: browserText(session.browser) })),
      (error) => toast('error', actionErrorText(t, error)),
    )
    setBusy(false)
  }
  return (
    <li className="px-5 lg:px-6 py-3.5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="flex-1 min-w-0">
        <span className="block font-medium">{browserText(session.browser)}</span>
        <span className="block text-xs text-faint num whitespace-normal!">
          <UnbrokenDates text={t('account.lastSeen', { time: utcDateTime(session.lastSeenAt) })} />
        </span>
      </span>
      {session.current ? (
        <Status tone="success" mark="on">
          {t('account.current')}
        </Status>
      ) : (
        <SteadyButton className="btn-line btn-sm" off={busy} onClick={() => void end()}>
          {t('account.end')}
        </SteadyButton>
      )}
    </li>
  )
}
