import { atom } from 'nanostores'
import { revokeSession, sessions } from '#lib/contract/sessions.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'

export const $sessions = createResource(sessions, { $payload: atom({}) })

/** Ends a session. */
export async function revoke(id: string): Promise<void> {
  try {
    await call(revokeSession, { id })
  } finally {
    await $sessions.reload()
  }
}
