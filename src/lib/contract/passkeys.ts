import * as v from 'valibot'
import { PASSKEY_NAME_LENGTH } from '../rules/sign-in.ts'
import { SignedIn } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { proofRefusals } from './factor-code.ts'
import { Id, label, nothing, UnixSeconds } from './fields.ts'

const Base64Url = v.pipe(v.string(), v.regex(/^[\w-]{1,8000}$/))

/** What a browser makes of a passkey, as WebAuthn Level 3 writes it in JSON. */
const credentialWith = <Response extends v.ObjectEntries>(response: Response) =>
  v.object({ id: Base64Url, rawId: Base64Url, type: v.literal('public-key'), response: v.object(response) })

const NewCredential = credentialWith({
  clientDataJSON: Base64Url,
  attestationObject: Base64Url,
  transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/))), v.maxLength(8))),
})
const UsedCredential = credentialWith({
  clientDataJSON: Base64Url,
  authenticatorData: Base64Url,
  signature: Base64Url,
  userHandle: v.optional(Base64Url),
})

/** For `navigator.credentials`, in WebAuthn's own JSON. */
const Options = v.object({ options: v.record(v.string(), v.unknown()) })

export const Passkey = v.object({
  _id: Id,
  name: v.string(),
  createdAt: UnixSeconds,
  lastUsedAt: v.nullable(UnixSeconds),
  /** Whether it is kept beyond the one device, by its maker's account. */
  synced: v.boolean(),
})
export type Passkey = v.InferOutput<typeof Passkey>

const Name = label(PASSKEY_NAME_LENGTH)

export const passkeys = endpoint('/user/passkeys', {
  auth: true,
  request: nothing,
  /** `isLast`: the one that there is is the only way in, and can't be removed. */
  reply: v.object({ list: v.array(Passkey), isLast: v.boolean() }),
})

export const beginPasskey = endpoint('/user/passkeys/begin', {
  auth: true,
  request: nothing,
  reply: Options,
  refuses: [...proofRefusals, 'TOO_MANY_PASSKEYS'],
})

export const addPasskey = endpoint('/user/passkeys/add', {
  auth: true,
  request: v.object({ name: Name, credential: NewCredential }),
  reply: Passkey,
  refuses: [...proofRefusals, 'TOO_MANY_PASSKEYS', 'PASSKEY_WRONG', 'PASSKEY_EXISTS'],
})

export const renamePasskey = endpoint('/user/passkeys/rename', {
  auth: true,
  request: v.object({ _id: Id, name: Name }),
  reply: Passkey,
  refuses: ['PASSKEY_UNKNOWN'],
})

export const removePasskey = endpoint('/user/passkeys/remove', {
  auth: true,
  request: v.object({ _id: Id }),
  reply: nothing,
  refuses: [...proofRefusals, 'PASSKEY_UNKNOWN', 'LAST_WAY_IN'],
})

/** A sign-in without an address: the browser shows the passkeys that it has for this site. */
export const beginPasskeyLogin = endpoint('/user/passkey-login/begin', {
  auth: false,
  request: nothing,
  reply: Options,
})

/** A passkey that has verified its user is both factors at once. */
export const passkeyLogin = endpoint('/user/passkey-login', {
  auth: false,
  request: v.object({ credential: UsedCredential }),
  reply: SignedIn,
  refuses: ['PASSKEY_WRONG'],
})
