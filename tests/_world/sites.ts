import { discordAccessToken, socialBegin, twitterAccessToken } from '#lib/contract/social.ts'
import type { SocialSite } from '#lib/rules/social.ts'
import { startSites } from '#service/demo/sites.ts'
import { createDiscord } from '#service/identity/providers/sites/discord.ts'
import { createX } from '#service/identity/providers/sites/x.ts'
import { createVerifiers } from '#service/identity/social/verifiers.ts'
import type { Running } from '#service/start.ts'
import type { Visitor } from './visitor.ts'

export const exchanges = { x: twitterAccessToken, discord: discordAccessToken } as const

/** Confirms on a local double's page, as a browser does. */
export async function allow(url: string, name: string, has = true): Promise<{ code: string; state: string }> {
  const form = new URLSearchParams({ name, answer: 'yes', ...(has && { has: 'on' }) })
  const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  const back = response.headers.get('location')
  if (back === null) throw new Error(`${response.status}: ${await response.text()}`)
  const { searchParams } = new URL(back)
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
}

/** The demo's local doubles of X and Discord, and a service that uses them, with a timeout of two seconds. */
export async function connectSites({ ctx }: Running) {
  const local = await startSites(ctx.config.origin)
  const patienceSeconds = 2
  ctx.sites = {
    x: createX({ ...local.x.settings, patienceSeconds }),
    discord: createDiscord({ ...local.discord.settings, patienceSeconds }),
  }
  Object.assign(ctx.social, createVerifiers(ctx))
  /** An answer that was not submitted yet. */
  const answer = async (user: Visitor, site: SocialSite, name: string, has?: boolean) =>
    allow((await user.call(socialBegin, { site })).url, name, has)
  return {
    ...local,
    answer,
    link: async (user: Visitor, site: SocialSite, name: string, has?: boolean) =>
      user.call(exchanges[site], await answer(user, site, name, has)),
  }
}

export type Sites = Awaited<ReturnType<typeof connectSites>>
