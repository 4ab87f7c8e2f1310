import { atom } from 'nanostores'
import * as contract from '#lib/contract/passkeys.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'
import { history } from './factor-store.ts'

export type { Passkey } from '#lib/contract/passkeys.ts'

export const $passkeys = createResource(contract.passkeys, { $payload: atom({}) })

const reload = () => Promise.all([$passkeys.reload(), history.reload()])

/** Passkeys are bound to host names: for a numeric address, returns the page's address with a name. */
export const addressWithName = (): string | undefined =>
  /^[\d.]+$|:/.test(location.hostname) ? location.href.replace(location.hostname, 'localhost') : undefined

export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** True if the user closed the browser's dialog or let it time out. */
export const isCancelled = (error: unknown): boolean => error instanceof Error && error.name === 'NotAllowedError'

/** Makes the browser create a passkey and the service store it. */
export async function addPasskey(name: string): Promise<void> {
  const { options } = await call(contract.beginPasskey, {})
  const { startRegistration } = await import('@simplewebauthn/browser')
  const credential = await startRegistration({ optionsJSON: options as never })
  await call(contract.addPasskey, { name, credential: credential as never })
  await reload()
}

export async function renamePasskey(id: string, name: string): Promise<void> {
  await call(contract.renamePasskey, { _id: id, name })
  await reload()
}

export async function removePasskey(id: string): Promise<void> {
  await call(contract.removePasskey, { _id: id })
  await reload()
}
