import { RowsSkeleton } from '#ui/skeleton.tsx'
import { useHasLoaded } from '../core/calls/load-state.tsx'
import { $factor } from './factor-store.ts'
import { GooglePanel } from './google.tsx'
import { $google } from './google-store.ts'
import { OwnPanel } from './own-data.tsx'
import { PasskeysPanel } from './passkeys.tsx'
import { $passkeys } from './passkeys-store.ts'
import { SecondFactorPanel } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { SocialPanel } from './social.tsx'
import { $social } from './social-store.ts'
import { $sessions } from './store.ts'

/** Sign-in, protection and closing of the account. Drawn together: each part would move those below it. */
export function SignInMethods() {
  const hasLoaded = [
    useHasLoaded($passkeys),
    useHasLoaded($factor),
    useHasLoaded($google),
    useHasLoaded($social),
    useHasLoaded($sessions),
  ]
  if (hasLoaded.includes(false)) return <RowsSkeleton rows={3} height="h-40" />
  return (
    <>
      <PasskeysPanel />
      <SecondFactorPanel />
      <GooglePanel />
      <SocialPanel />
      <Sessions />
      <OwnPanel />
    </>
  )
}
