import type { Reader } from './reader.ts'

export interface ClientSettings {
  clientId: string
  clientSecret: string
  /** How long an answer may take. */
  patienceSeconds?: number
}

export interface XSettings extends ClientSettings {
  /** Where users are asked, and where programs ask. */
  site: string
  api: string
}

export interface DiscordSettings extends ClientSettings {
  site: string
  /** The server that is joined. */
  serverId: string
}

export interface SiteSettings {
  x?: XSettings
  discord?: DiscordSettings
}

const X = { site: 'https://x.com', api: 'https://api.x.com' }
const DISCORD = 'https://discord.com'

/** X and Discord as their developer pages give them: PUBLIC_ORIGIN/auth-success is the redirect of both. */
export function readSites(read: Reader, production: boolean): SiteSettings {
  const isRight = ({ protocol, hostname, pathname }: URL) =>
    pathname === '/' && (protocol === 'https:' || (!production && hostname === '127.0.0.1'))
  const address = (name: string) => {
    const hint = ', without a path; plain http only at 127.0.0.1, and never in production'
    const text = read.url(name, ['https', 'http'], isRight, hint)
    return text && new URL(text).origin
  }
  const client = (name: string) => ({
    clientId: read.matching(`${name}_CLIENT_ID`, /^[\w.:-]{8,200}$/, 'must be the id of a client'),
    clientSecret: read.matching(`${name}_CLIENT_SECRET`, /^\S{8,200}$/, 'must be the secret of the same client'),
  })
  const [x, xAddress] = [client('X'), address('X_ADDRESS')]
  const discord = client('DISCORD')
  const serverId = read.matching('DISCORD_SERVER_ID', /^\d{15,20}$/, 'must be the id of a server: 15 to 20 digits')
  const site = address('DISCORD_ADDRESS') ?? DISCORD
  const settings: SiteSettings = {}
  if (x.clientId && x.clientSecret)
    settings.x = {
      clientId: x.clientId,
      clientSecret: x.clientSecret,
      site: xAddress ?? X.site,
      api: xAddress ?? X.api,
    }
  else if (x.clientId || x.clientSecret) read.problems.push('X_CLIENT_ID and X_CLIENT_SECRET must be set together')
  if (discord.clientId && discord.clientSecret && serverId)
    settings.discord = { clientId: discord.clientId, clientSecret: discord.clientSecret, serverId, site }
  else if (discord.clientId || discord.clientSecret || serverId)
    read.problems.push('DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and DISCORD_SERVER_ID must be set together')
  return settings
}
