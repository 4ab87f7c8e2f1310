import * as v from 'valibot'
import { SignedIn } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { NoFields } from './fields.ts'
import { Base64Url, credentialWith, Options } from './webauthn.ts'

const UsedCredential = credentialWith({
  clientDataJSON: Base64Url,
  authenticatorData: Base64Url,
  signature: Base64Url,
  userHandle: v.optional(Base64Url),
})

/** A sign-in without an address: the browser offers its passkeys for this site. */
export const beginPasskeyLogin = endpoint('/user/passkey-login/begin', {
  auth: false,
  request: NoFields,
  reply: Options,
})

/** A passkey that has verified its user counts as both factors. */
export const passkeyLogin = endpoint('/user/passkey-login', {
  auth: false,
  request: v.object({ credential: UsedCredential }),
  reply: SignedIn,
  refuses: ['PASSKEY_WRONG'],
})
