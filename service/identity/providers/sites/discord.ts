import * as v from 'valibot'
import type { DiscordSettings } from '#service/platform/settings/sites.ts'
import { createClient } from './client.ts'
import { type Site, SiteError } from './site.ts'

const Me = v.object({ id: v.string(), username: v.string() })

/** Discord (API v10), with scopes for the identity and the membership of one server. */
export function createDiscord(settings: DiscordSettings): Site {
  const api = `${settings.site}/api/v10`
  const { ask, ...client } = createClient(settings, {
    issuer: settings.site,
    authorize: `${settings.site}/oauth2/authorize`,
    token: `${api}/oauth2/token`,
    revoke: `${api}/oauth2/token/revoke`,
    scope: 'identify guilds.members.read',
  })
  return {
    ...client,
    async owner(token) {
      const { status, body } = await ask(`${api}/users/@me`, token)
      const me = v.safeParse(Me, body)
      if (!me.success) throw new SiteError('answer-wrong', status)
      return { subject: me.output.id, label: me.output.username }
    },
    async isDone(token) {
      const { status } = await ask(`${api}/users/@me/guilds/${settings.serverId}/member`, token)
      if (status === 200) return true
      if (status === 404) return false
      throw new SiteError('unavailable', status)
    },
  }
}
