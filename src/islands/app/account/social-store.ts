import { atom } from 'nanostores'
import * as contract from '#lib/contract/social.ts'
import { type AuthorizationResponse, authorizeInPopup, takeResponse } from '#lib/oauth/popup.ts'
import type { SocialSite } from '#lib/rules/social.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'
import { history } from './factor-store.ts'

export const $social = createResource(contract.socialInfo, { $payload: atom({}) })

const reload = () => Promise.all([$social.reload(), history.reload()])
const exchanges = { x: contract.twitterAccessToken, discord: contract.discordAccessToken } as const

/** Links an account there; false if the user declined or closed the popup. */
export async function linkSite(site: SocialSite): Promise<boolean> {
  return connect(site, await authorizeInPopup(site, () => call(contract.socialBegin, { site })))
}

/** Resumes with the response that arrived in this tab, if popups are blocked; undefined without one. */
export async function resumeSite(site: SocialSite): Promise<boolean | undefined> {
  const answer = takeResponse(site)
  return answer && connect(site, answer)
}

async function connect(site: SocialSite, answer: AuthorizationResponse | undefined): Promise<boolean> {
  if (!answer?.code) return false
  await call(exchanges[site], { code: answer.code, state: answer.state })
  await reload()
  return true
}

export async function unlinkSite(site: SocialSite): Promise<void> {
  await call(contract.socialUnlink, { site })
  await reload()
}
