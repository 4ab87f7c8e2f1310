import { atom } from 'nanostores'
import { protectPrompt, protectRefuse } from '#lib/contract/security.ts'
import { revokeSession, sessions } from '#lib/contract/sessions.ts'
import { call } from '../calls/call.ts'
import { createResource } from '../calls/resource.ts'

export const $sessions = createResource(sessions, { $payload: atom({}) })

/** Ends a session. */
export async function revoke(id: string): Promise<void> {
  try {
    await call(revokeSession, { id })
  } finally {
    await $sessions.reload()
  }
}

/** Whether to ask for better protection of the money that is there. */
export const $protect = createResource(protectPrompt, { $payload: atom({}) })

export async function refuseProtection(): Promise<void> {
  await call(protectRefuse, {})
  await $protect.reload()
}
