import * as v from 'valibot'
import { PASSKEY_NAME_LENGTH } from '../rules/sign-in.ts'
import { endpoint } from './endpoint.ts'
import { proofRefusals } from './factor-code.ts'
import { Id, NoFields, UnixSeconds } from './fields.ts'
import { label } from './labels.ts'
import { Base64Url, credentialWith, Options } from './webauthn.ts'

const NewCredential = credentialWith({
  clientDataJSON: Base64Url,
  attestationObject: Base64Url,
  transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/))), v.maxLength(8))),
})
export const Passkey = v.object({
  _id: Id,
  name: v.string(),
  createdAt: UnixSeconds,
  lastUsedAt: v.nullable(UnixSeconds),
  /** True if the passkey's provider syncs it to other devices. */
  synced: v.boolean(),
})
export type Passkey = v.InferOutput<typeof Passkey>

const Name = label(PASSKEY_NAME_LENGTH)

export const passkeys = endpoint('/user/passkeys', {
  auth: true,
  request: NoFields,
  /** `isLast`: the only passkey is the only sign-in method and cannot be removed. */
  reply: v.object({ list: v.array(Passkey), isLast: v.boolean() }),
})

export const beginPasskey = endpoint('/user/passkeys/begin', {
  auth: true,
  request: NoFields,
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
  reply: NoFields,
  refuses: [...proofRefusals, 'PASSKEY_UNKNOWN', 'LAST_WAY_IN'],
})
