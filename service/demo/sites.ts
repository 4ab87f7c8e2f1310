import type { DiscordSettings, XSettings } from '#service/platform/settings/sites.ts'
import { type OauthSite, type Person, type Reply, type SiteOf, startOauthSite } from './oauth-site.ts'

export interface MockSite<Settings> extends OauthSite {
  readonly settings: Settings
}

type OnError = SiteOf['onError']

/** The server of the demo's Discord. */
const SERVER_ID = '100000000000000042'
/** The account that is followed on the demo's X. */
const FOLLOWED = 'idleforge'

/** Mock of X: the code flow, and the two requests of API v2 that the service uses. */
export async function startXSite(redirectUri: string, onError?: OnError): Promise<MockSite<XSettings>> {
  const site = await startOauthSite({
    name: 'X',
    asks: `Follows @${FOLLOWED}`,
    redirectUri,
    onError,
    authorize: '/i/oauth2/authorize',
    token: '/2/oauth2/token',
    revoke: '/2/oauth2/revoke',
    scopes: ['tweet.read', 'users.read', 'follows.read'],
    codeSeconds: 30,
    tokenSeconds: 7200,
    wrongCode: 'invalid_request',
    answer: (url, person) => answerOfX(url, person),
  })
  const { address, clientId, clientSecret } = site
  return { ...site, settings: { clientId, clientSecret, site: address, api: address } }
}

function answerOfX({ pathname, searchParams }: URL, { id, name, has }: Person): Reply {
  if (pathname === '/2/users/me') return { status: 200, body: { data: { id, name, username: name } } }
  const [, username] = /^\/2\/users\/by\/username\/(\w{1,15})$/.exec(pathname) ?? []
  if (username === undefined) return { status: 404, body: { title: 'Not Found' } }
  if (username !== FOLLOWED)
    return { status: 200, body: { errors: [{ title: 'Not Found Error', parameter: 'username' }] } }
  const fields = (searchParams.get('user.fields') ?? '').split(',')
  const status = fields.includes('connection_status') && { connection_status: has ? ['following'] : [] }
  return { status: 200, body: { data: { id: '42', name: 'Idleforge', username, ...status } } }
}

/** Mock of Discord: the code flow, and the two requests of API v10 that the service uses. */
export async function startDiscordSite(redirectUri: string, onError?: OnError): Promise<MockSite<DiscordSettings>> {
  const site = await startOauthSite({
    name: 'Discord',
    asks: 'Has joined the server of Idleforge',
    redirectUri,
    onError,
    authorize: '/oauth2/authorize',
    token: '/api/v10/oauth2/token',
    revoke: '/api/v10/oauth2/token/revoke',
    scopes: ['identify', 'guilds.members.read'],
    codeSeconds: 600,
    tokenSeconds: 604_800,
    wrongCode: 'invalid_grant',
    answer: ({ pathname }, { id, name, has }) => {
      const user = { id, username: name, global_name: null }
      if (pathname === '/api/v10/users/@me') return { status: 200, body: user }
      if (pathname === `/api/v10/users/@me/guilds/${SERVER_ID}/member` && has)
        return { status: 200, body: { user, roles: [], joined_at: '2026-01-01T00:00:00.000000+00:00' } }
      return { status: 404, body: { message: 'Unknown Guild', code: 10_004 } }
    },
  })
  const { address, clientId, clientSecret } = site
  return { ...site, settings: { clientId, clientSecret, site: address, serverId: SERVER_ID } }
}

/** Starts both mock sites; nothing leaves this machine. */
export async function startSites(origin: string, onError?: OnError) {
  const [x, discord] = await Promise.all([
    startXSite(`${origin}/auth-success`, onError),
    startDiscordSite(`${origin}/auth-success`, onError),
  ])
  return {
    x,
    discord,
    async stop() {
      await Promise.all([x.stop(), discord.stop()])
    },
  }
}
