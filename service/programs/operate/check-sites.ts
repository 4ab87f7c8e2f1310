import { createGoogle } from '#service/identity/providers/google.ts'
import { createDiscord } from '#service/identity/providers/sites/discord.ts'
import { type Site, SiteError } from '#service/identity/providers/sites/site.ts'
import { createX } from '#service/identity/providers/sites/x.ts'
import type { Config } from '#service/platform/config.ts'
import { readLocalDoubles } from '#service/platform/local-doubles.ts'
import type { GoogleSettings } from '#service/platform/settings/google.ts'

/** One check and its result. */
export interface Found {
  /** A network, or a site by which users sign in or link an account. */
  of: string
  what: string
  says: string
  isFine: boolean
}

/** Nothing has to be registered at a local double. */
type Outcome = Pick<Found, 'says' | 'isFine'> & { isLocalDouble?: boolean }
/** A site that is not set up is not offered, which is fine. */
const NOT_SET: Outcome = { says: 'not set up', isFine: true }

/** Sites by which users sign in or link an account: whether each is set up, answers, and knows this service. */
export async function checkSites(config: Config): Promise<Found[]> {
  const { origin, google, sites } = config
  const redirect = `${origin}/auth-success`
  const localDoubles = readLocalDoubles(config)
  const [byGoogle, byX, byDiscord] = await Promise.all([
    google
      ? createGoogle(google).checkReachable().then(outcomeOf(google.issuer))
      : reachLocalDouble(localDoubles.Google),
    sites.x ? reach(createX(sites.x), redirect) : reachLocalDouble(localDoubles.X),
    sites.discord ? reach(createDiscord(sites.discord), redirect) : reachLocalDouble(localDoubles.Discord),
  ])
  return [
    ...found('Google', 'sign-in', { outcome: byGoogle, redirect: `${origin}/google-auth` }),
    ...(google ? await checkMode(google, origin) : []),
    ...found('X', 'tasks', { outcome: byX, redirect }),
    ...found('Discord', 'tasks', { outcome: byDiscord, redirect }),
  ]
}

function found(
  of: string,
  what: string,
  { outcome, redirect }: { outcome: Outcome | undefined; redirect: string },
): Found[] {
  const { says, isFine, isLocalDouble } = outcome ?? NOT_SET
  const itself = { of, what, says, isFine }
  if (!outcome || isLocalDouble) return [itself]
  return [itself, { of, what: 'redirect to register there', says: redirect, isFine: true }]
}

const outcomeOf =
  (issuer: string) =>
  (problem: string | undefined): Outcome => ({ says: problem ?? `${issuer} answers`, isFine: problem === undefined })

/** The sign-in mode. Token mode needs Google's script, which has to know this origin. */
async function checkMode({ mode, script }: GoogleSettings, origin: string): Promise<Found[]> {
  const all = { of: 'Google', what: 'GOOGLE_MODE' }
  if (mode === 'code') return [{ ...all, says: 'code', isFine: true }]
  const isThere = await answers(script)
  return [
    { ...all, says: `token: ${script} ${isThere ? 'answers' : 'does not answer'}`, isFine: isThere },
    { of: 'Google', what: 'JavaScript origin to register there', says: origin, isFine: true },
  ]
}

const ANSWERS_WITHIN_MS = 5000

const answers = (address: string): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).then(
    () => true,
    () => false,
  )

/** The demo's local double of a site: any answer proves that it runs. */
async function reachLocalDouble(address: string | undefined): Promise<Outcome | undefined> {
  if (address === undefined) return undefined
  const isThere = await answers(address)
  const says = `a local double of the demo at ${address}, which ${isThere ? 'answers' : 'does not answer: start the demo again'}`
  return { says, isFine: isThere, isLocalDouble: true }
}

/** Sends a wrong code: a site that refuses only the code knows this client. */
const reach = (site: Site, redirectUri: string): Promise<Outcome> =>
  site.exchange({ code: 'check', pending: { state: 'check', verifier: 'check'.repeat(10) }, redirectUri }).then(
    () => ({ says: 'takes any code', isFine: false }),
    (error: unknown) => {
      if (!(error instanceof SiteError)) throw error
      if (error.reason === 'code-used') return { says: 'answers, and knows this client', isFine: true }
      if (error.reason === 'busy') return { says: `answers again in ${error.retrySeconds} s`, isFine: false }
      const isAway = error.reason === 'unavailable'
      return {
        says: isAway ? 'does not answer' : 'does not know this client: look at its id and secret',
        isFine: false,
      }
    },
  )
