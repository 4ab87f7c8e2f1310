import { GooglePanel } from './google.tsx'
import { OwnPanel } from './own.tsx'
import { PasskeysPanel } from './passkeys.tsx'
import { SecondFactorPanel } from './second-factor.tsx'
import { SocialPanel } from './social.tsx'

/** How the account is entered and protected, and how it is left. */
export function WaysIn() {
  return (
    <>
      <PasskeysPanel />
      <SecondFactorPanel />
      <GooglePanel />
      <SocialPanel />
      <OwnPanel />
    </>
  )
}
