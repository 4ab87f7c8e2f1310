import { lazy, Suspense } from 'react'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { useHasLoaded } from '../core/calls/load-state.tsx'
import { useT } from '../core/texts/i18n.ts'
import { m } from '../core/texts/money.ts'
import { PaymentPanel } from '../payment-password/index.ts'
import { Display } from './display.tsx'
import { Profile } from './profile.tsx'
import { $sessions } from './store.ts'
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
    ['sessions', t('account.sessions')],
    ['own', a('own.title')],
    ['history', a('history.title')],
  ] as const
  return (
    <nav className="overflow-x-auto" aria-label={a('index')}>
      <ul className="flex gap-5 text-sm whitespace-nowrap">
        {parts.map(([id, title]) => (
          <li key={id}>
            <a className="block py-1.5 text-muted hover:text-primary" href={`#${id}`}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
