import { atom } from 'nanostores'
import { protectPrompt, protectRefuse } from '#lib/contract/security.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'

/** Whether to ask for better protection of the money that is there. */
export const $protect = createResource(protectPrompt, { $payload: atom({}) })

export async function refuseProtection(): Promise<void> {
  await call(protectRefuse, {})
  await $protect.reload()
}
