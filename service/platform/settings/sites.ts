import type * as v from 'valibot'
import { type Group, setting, settingOr } from './group.ts'
import { LOCAL_HTTP, matching, origin } from './kinds.ts'

const X = { site: 'https://x.com', api: 'https://api.x.com' }
const clientId = () => matching(/^[\w.:-]{8,200}$/, 'must be the id of a client')
const clientSecret = () => matching(/^\S{8,200}$/, 'must be the secret of the same client')
const address = () =>
  origin({
    protocols: ['https', 'http'],
    isRight: ({ protocol, hostname, pathname }) =>
      pathname === '/' && (protocol === 'https:' || hostname === '127.0.0.1'),
    hint: `, without a path${LOCAL_HTTP}`,
  })

export const siteSettings = {
  X_CLIENT_ID: setting(clientId(), {
    about:
      'tasks about X: a confidential client with `PUBLIC_ORIGIN`/auth-success as its redirect; see `operate check`',
  }),
  X_CLIENT_SECRET: setting(clientSecret(), { about: 'its secret; both are set, or none' }),
  X_ADDRESS: setting(address(), {
    about: 'a local double in its place; plain http at 127.0.0.1 only',
    usual: `\`${X.site}\``,
  }),
  DISCORD_CLIENT_ID: setting(clientId(), { about: 'the same for Discord' }),
  DISCORD_CLIENT_SECRET: setting(clientSecret(), { about: 'its secret' }),
  DISCORD_SERVER_ID: setting(matching(/^\d{15,20}$/, 'must be the id of a server: 15 to 20 digits'), {
    about: 'the server that users join; all three are set, or none',
  }),
  DISCORD_ADDRESS: settingOr(
    address(),
    'https://discord.com',
    'a local double in its place; plain http at 127.0.0.1 only',
  ),
}

export const sites: Group = { title: 'X and Discord', readers: 'every node with `api`', settings: siteSettings }

export interface ClientSettings {
  clientId: string
  clientSecret: string
  /** How long an answer may take. */
  patienceSeconds?: number
}

export interface XSettings extends ClientSettings {
  /** Addresses of the consent page and of the API. */
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

/** X and Discord as their developer pages give them: PUBLIC_ORIGIN/auth-success is the redirect of both. */
export function toSiteSettings(values: v.InferOutput<v.ObjectSchema<typeof siteSettings, undefined>>): SiteSettings {
  const settings: SiteSettings = {}
  const { X_CLIENT_ID, X_CLIENT_SECRET, X_ADDRESS } = values
  if (X_CLIENT_ID && X_CLIENT_SECRET)
    settings.x = {
      clientId: X_CLIENT_ID,
      clientSecret: X_CLIENT_SECRET,
      site: X_ADDRESS ?? X.site,
      api: X_ADDRESS ?? X.api,
    }
  const { DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET, DISCORD_SERVER_ID, DISCORD_ADDRESS } = values
  if (DISCORD_CLIENT_ID && DISCORD_CLIENT_SECRET && DISCORD_SERVER_ID)
    settings.discord = {
      clientId: DISCORD_CLIENT_ID,
      clientSecret: DISCORD_CLIENT_SECRET,
      serverId: DISCORD_SERVER_ID,
      site: DISCORD_ADDRESS,
    }
  return settings
}
