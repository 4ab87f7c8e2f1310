import { atom } from 'nanostores'
import { protectPrompt, protectRefuse } from '#lib/contract/security.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'

/** Whether to suggest better protection of the account's money. */
export const $protect = createResource(protectPrompt, { $payload: atom({}) })

export async function refuseProtection(): Promise<void> {
  await call(protectRefuse, {})
  await $protect.reload()
}
