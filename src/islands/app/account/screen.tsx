import { useStore } from '@nanostores/react'
import { lazy, Suspense, useState } from 'react'
import type { Session } from '#lib/contract/sessions.ts'
import { endonym, htmlLang, localize, otherLocale } from '#lib/i18n/locales.ts'
import { $session } from '#lib/session/session.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { Dated } from '#ui/dated.tsx'
import { useKeptFocus } from '#ui/focus.ts'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { Loaded, useStood } from '../calls/loaded.tsx'
import { actFault } from '../calls/sentence.ts'
import { PaymentPanel } from '../payment-password/index.ts'
import { useLanguage, useT } from '../texts/i18n.ts'
import { RenameButton } from './rename.tsx'
import { $sessions, revoke } from './store.ts'
import { a } from './texts.ts'

/** Below what a first look shows, and fetched after it. */
const WaysIn = lazy(() => import('./ways-in.tsx').then((file) => ({ default: file.WaysIn })))
const SecurityHistory = lazy(() => import('./history.tsx').then((file) => ({ default: file.SecurityHistory })))

export function AccountScreen() {
  const stood = useStood($sessions)
  return (
    // On a desk the ways in stand beside the rest, whose parts follow each other without a gap.
    <div className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-12 lg:grid-rows-[auto_1fr] gap-4 items-start">
      <div className="lg:col-span-5 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Profile />
        <PaymentPanel />
      </div>
      <div className="lg:col-span-7 lg:row-span-2 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Suspense fallback={<RowsSkeleton rows={3} height="h-40" />}>
          <WaysIn />
        </Suspense>
      </div>
      <div className="lg:col-span-5 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Sessions />
        {stood && (
          <Suspense fallback={<RowsSkeleton rows={5} />}>
            <SecurityHistory />
          </Suspense>
        )}
      </div>
    </div>
  )
}

function Profile() {
  const { locale, t } = useLanguage()
  const other = otherLocale(locale)
  const user = useStore($session)?.user
  const facts: [string, string | undefined][] = [
    [t('account.email'), user?.username],
    [t('account.name'), user?.name],
    [t('account.inviteCode'), user?.inviteCode],
    [t('account.since'), user && utcDateTime(user.createdAt)],
  ]
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="profile">
      <h2 id="profile" className="title text-lg">
        {t('account.profile')}
      </h2>
      <dl className="mt-3 rule text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4 py-2.5">
            <dt className="text-muted shrink-0">{label}</dt>
            <dd className="text-right min-w-0 break-words">{value ?? '—'}</dd>
          </div>
        ))}
        <div className="flex items-center justify-between gap-4 py-1.5">
          <dt className="text-muted shrink-0">{a('profile.language')}</dt>
          <dd className="flex items-center gap-2">
            {endonym[locale]}
            <button type="button" className="btn btn-line btn-sm" lang={htmlLang[other]} data-locale={other}>
              {endonym[other]}
            </button>
          </dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-2 mt-4">
        <RenameButton name={user?.name ?? ''} />
        <a className="btn btn-line btn-sm" href={localize('/password', locale)}>
          {t('account.changePassword')}
        </a>
      </div>
    </section>
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
      {...useKeptFocus<HTMLUListElement>()}
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
      () => toast('success', t('account.ended', { browser: session.browser })),
      (error) => toast('error', actFault(t, error)),
    )
    setBusy(false)
  }
  return (
    <li className="px-5 lg:px-6 py-3.5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="flex-1 min-w-0">
        <span className="block font-medium">{session.browser}</span>
        <span className="block text-xs text-faint num whitespace-normal!">
          <Dated text={t('account.lastSeen', { time: utcDateTime(session.lastSeenAt) })} />
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
