import { atom } from 'nanostores'
import { protectPrompt, protectRefuse } from '#lib/contract/security.ts'
import { call } from '../calls/call.ts'
import { createResource } from '../calls/resource.ts'

/** Whether to ask for better protection of the money that is there. */
export const $protect = createResource(protectPrompt, { $payload: atom({}) })

export async function refuseProtection(): Promise<void> {
  await call(protectRefuse, {})
  await $protect.reload()
}
