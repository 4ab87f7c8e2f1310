import * as v from 'valibot'
import { accountIn } from '#lib/rules/social.ts'
import type { XSettings } from '#service/platform/settings/sites.ts'
import { createClient } from './client.ts'
import { type Site, SiteError } from './site.ts'

const Me = v.object({ data: v.object({ id: v.string(), username: v.string() }) })
const Found = v.object({ data: v.object({ connection_status: v.optional(v.array(v.string()), []) }) })

/** X (API v2), with scopes for the identity and the followed accounts, and none that writes. */
export function createX(settings: XSettings): Site {
  const { site, api } = settings
  const { ask, ...client } = createClient(settings, {
    issuer: site,
    authorize: `${site}/i/oauth2/authorize`,
    token: `${api}/2/oauth2/token`,
    revoke: `${api}/2/oauth2/revoke`,
    scope: 'tweet.read users.read follows.read',
  })
  return {
    ...client,
    async owner(token) {
      const { status, body } = await ask(`${api}/2/users/me`, token)
      const me = v.safeParse(Me, body)
      if (!me.success) throw new SiteError('answer-wrong', status)
      return { subject: me.output.data.id, label: `@${me.output.data.username}` }
    },
    /** One request about the followed account, instead of pages of everybody whom the owner follows. */
    async isDone(token, link) {
      const { status, body } = await ask(
        `${api}/2/users/by/username/${accountIn(link) ?? ''}?user.fields=connection_status`,
        token,
      )
      const found = v.safeParse(Found, body)
      if (!found.success) throw new SiteError('unavailable', `${status} for ${link}`)
      return found.output.data.connection_status.includes('following')
    },
  }
}
