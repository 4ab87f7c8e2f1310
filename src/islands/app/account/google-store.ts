import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/google.ts'
import { type AuthorizationResponse, authorizeInPopup, takeResponse } from '#lib/oauth/popup.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'
import { history } from './factor-store.ts'
import { $passkeys } from './passkeys-store.ts'

export const $google = createResource(contract.googleState, {
  $payload: atom({}),
  // Both stores decide which sign-in method is the last one.
  $changes: computed($passkeys, ({ data }) => data?.list.length),
})

const reload = () => Promise.all([$google.reload(), $passkeys.reload(), history.reload()])

/** Links Google; false if the user declined or closed the popup. */
export async function linkGoogle(): Promise<boolean> {
  return connect(await authorizeInPopup('google', () => call(contract.googleBegin, {})))
}

/** Resumes with the response that arrived in this tab, if popups are blocked; undefined without one. */
export async function resumeGoogle(): Promise<boolean | undefined> {
  const answer = takeResponse('google')
  return answer && connect(answer)
}

async function connect(answer: AuthorizationResponse | undefined): Promise<boolean> {
  if (!answer?.code) return false
  await call(contract.googleConnect, { code: answer.code, state: answer.state })
  await reload()
  return true
}

export async function unlinkGoogle(): Promise<void> {
  await call(contract.googleUnlink, {})
  await reload()
}
