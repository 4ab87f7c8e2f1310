import * as contract from '#lib/contract/social.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { linkByCode, socialStateOf, unlinkSocial } from './links.ts'
import { beginSocial } from './oauth.ts'

export function socialRoutes(calls: Calls): void {
  calls.on(contract.socialInfo, ({ ctx, session }) => socialStateOf(ctx, session.userId))

  calls.on(contract.socialBegin, ({ ctx, input, session }) => beginSocial(ctx, input.site, session))

  calls.on(contract.twitterAccessToken, async ({ ctx, input, session, ...visitor }) => ({
    linked: await linkByCode(ctx, { site: 'x', answer: input, session, visitor }),
  }))

  calls.on(contract.discordAccessToken, async ({ ctx, input, session, ...visitor }) => ({
    linked: await linkByCode(ctx, { site: 'discord', answer: input, session, visitor }),
  }))

  calls.on(contract.socialUnlink, async ({ ctx, input, session, ...visitor }) => {
    await unlinkSocial(ctx, { site: input.site, userId: session.userId, visitor })
    return {}
  })
}
