import { atom } from 'nanostores'
import { revokeSession, sessions } from '#lib/contract/accounts.ts'
import { call } from '../call.ts'
import { createResource } from '../resource.ts'
import { sentenceOf } from '../sentence.ts'

export const $sessions = createResource(sessions, { $payload: atom({}) })

/** Ends a session; gives the service's sentence, or '' without one, when that failed. */
export async function revoke(id: string): Promise<string | undefined> {
  try {
    await call(revokeSession, { id })
    return undefined
  } catch (error) {
    return sentenceOf(error) ?? ''
  } finally {
    await $sessions.reload()
  }
}
