import { parseUrl } from '../text/parse-url.ts'
import type { SocialKind } from './tasks.ts'

/** Other sites on which a user shows an account to be theirs, for tasks alone: they open nothing here. */

export const socialSites = ['x', 'discord'] as const
export type SocialSite = (typeof socialSites)[number]

/** Brand names, the same in every language. */
export const siteNames: Readonly<Record<SocialSite, string>> = { x: 'X', discord: 'Discord' }

/** The task that is verified by an account there. */
export const taskOfSite = { x: 'follow-x', discord: 'join-discord' } as const satisfies Record<SocialSite, SocialKind>

/** Tokens for verifying a task are kept until it is done, at most for this long. */
export const SOCIAL_TOKEN_KEPT_MS = 24 * 3_600_000

/** The name of an account in an address of its page; undefined where the address has none. */
export function accountIn(address: string): string | undefined {
  const url = parseUrl(address)
  return url && /^\/(\w{1,15})\/?$/.exec(url.pathname)?.[1]
}
