import { createGoogle } from '../adapters/google.ts'
import { createDiscord } from '../adapters/sites/discord.ts'
import { type Site, SiteError } from '../adapters/sites/site.ts'
import { createX } from '../adapters/sites/x.ts'
import type { Config } from '../config.ts'

/** What was looked at, and what it says of itself. */
export interface Found {
  /** A network, or a site by which users come in or show an account. */
  of: string
  what: string
  says: string
  isFine: boolean
}

type Said = Pick<Found, 'says' | 'isFine'>
/** What is not set up is not offered, and nothing is wrong with that. */
const NOT_SET: Said = { says: 'not set up', isFine: true }

/** Sites by which users come in, or show an account: whether each is set up, answers, and knows this service. */
export async function ofSites({ origin, google, sites }: Config): Promise<Found[]> {
  const redirect = `${origin}/auth-success`
  const [byGoogle, byX, byDiscord] = await Promise.all([
    google ? createGoogle(google).reach() : undefined,
    sites.x ? reach(createX(sites.x), redirect) : undefined,
    sites.discord ? reach(createDiscord(sites.discord), redirect) : undefined,
  ])
  const googleSays = google && { says: byGoogle ?? `${google.issuer} answers`, isFine: byGoogle === undefined }
  return [
    ...found('Google', 'sign-in', { said: googleSays, redirect: `${origin}/google-auth` }),
    ...found('X', 'tasks', { said: byX, redirect }),
    ...found('Discord', 'tasks', { said: byDiscord, redirect }),
  ]
}

function found(of: string, what: string, { said, redirect }: { said: Said | undefined; redirect: string }): Found[] {
  if (!said) return [{ of, what, ...NOT_SET }]
  return [
    { of, what, ...said },
    { of, what: 'redirect to register there', says: redirect, isFine: true },
  ]
}

/** Hands in a code that cannot be right: who refuses the code, and nothing else, knows this client. */
const reach = (site: Site, redirectUri: string): Promise<Said> =>
  site.exchange({ code: 'check', begun: { state: 'check', verifier: 'check'.repeat(10) }, redirectUri }).then(
    () => ({ says: 'takes any code', isFine: false }),
    (error: unknown) => {
      if (!(error instanceof SiteError)) throw error
      if (error.fault === 'code-used') return { says: 'answers, and knows this client', isFine: true }
      if (error.fault === 'busy') return { says: `answers again in ${error.retrySeconds} s`, isFine: false }
      const isAway = error.fault === 'unavailable'
      return {
        says: isAway ? 'does not answer' : 'does not know this client: look at its id and secret',
        isFine: false,
      }
    },
  )
