import { lazy, Suspense, useState } from 'react'
import type { Session } from '#lib/contract/sessions.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { usePreservedFocus } from '#ui/focus.ts'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { actionErrorText } from '../core/calls/error-text.ts'
import { Loaded, useHasLoaded } from '../core/calls/load-state.tsx'
import { useT } from '../core/texts/i18n.ts'
import { m } from '../core/texts/money.ts'
import { PaymentPanel } from '../payment-password/index.ts'
import { browserText } from './browser-text.ts'
import { Display } from './display.tsx'
import { Profile } from './profile.tsx'
import { $sessions, revoke } from './store.ts'
import { a } from './texts.ts'

/** Below the first view, so fetched after it. */
const SignInMethods = lazy(() => import('./sign-in-methods.tsx').then((file) => ({ default: file.SignInMethods })))
const SecurityHistory = lazy(() => import('./history.tsx').then((file) => ({ default: file.SecurityHistory })))

export function AccountScreen() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Index />
      <Panels />
    </div>
  )
}

function Panels() {
  const hasLoaded = useHasLoaded($sessions)
  return (
    // On wide screens the sign-in methods are beside the rest, whose parts follow each other without a gap.
    <div className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-12 lg:grid-rows-[auto_1fr] gap-4 items-start">
      <div className="lg:col-span-5 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Profile />
        <PaymentPanel />
        <Display />
      </div>
      <div className="lg:col-span-7 lg:row-span-2 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Suspense fallback={<RowsSkeleton rows={3} height="h-40" />}>
          <SignInMethods />
        </Suspense>
      </div>
      <div className="lg:col-span-5 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Sessions />
        {hasLoaded && (
          <Suspense fallback={<RowsSkeleton rows={5} />}>
            <SecurityHistory />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** Links to the parts of a long screen, in their order on a phone. */
function Index() {
  const t = useT()
  const parts = [
    ['profile', t('account.profile')],
    ['payment', m('payment.title')],
    ['display', a('display.title')],
    ['passkeys', a('passkeys.title')],
    ['second-factor', a('factor.title')],
    ['own', a('own.title')],
    ['sessions', t('account.sessions')],
    ['history', a('history.title')],
  ] as const
  return (
    <nav aria-label={a('index')}>
      <ul className="flex flex-wrap gap-2 text-sm font-medium">
        {parts.map(([id, title]) => (
          <li key={id}>
            <a className="btn btn-line btn-sm" href={`#${id}`}>
              {title}
            </a>
          </li>
        ))}
        <li>
          <a className="btn btn-line btn-sm" href="/user/alerts">
            {t('titles.alerts')}
          </a>
        </li>
      </ul>
    </nav>
  )
}

function Sessions() {
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
