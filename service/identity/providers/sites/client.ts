import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  ResponseBodyError,
  tokenRevocation,
} from 'openid-client'
import type { ClientSettings } from '#service/platform/settings/sites.ts'
import { type Answer, type Grant, type PendingAuthorization, type Site, SiteError } from './site.ts'

/** The OAuth 2 endpoints and scopes of a site. */
export interface OauthEndpoints {
  issuer: string
  authorize: string
  token: string
  revoke: string
  scope: string
}

const TIMEOUT_SECONDS = 8
/** Maximum wait that a site may ask for. */
const MAX_RETRY_SECONDS = 86_400

/** Seconds until a site answers again: Retry-After, or the reset time of X's rate limit, relative to the site's clock. */
function retryOf({ headers }: Response): number {
  const reset = Number(headers.get('x-rate-limit-reset') ?? Number.NaN) - Date.parse(headers.get('date') ?? '') / 1000
  const seconds = [Number(headers.get('retry-after') ?? Number.NaN), reset].find((one) => Number.isFinite(one))
  return Math.min(Math.max(Math.ceil(seconds ?? 60), 1), MAX_RETRY_SECONDS)
}

/** Sends a request. Throws a SiteError unless the site itself replies. */
async function request(url: string | URL, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options).catch((error: unknown) => {
    throw new SiteError('unavailable', error)
  })
  if (response.status === 429) throw new SiteError('busy', response.status, retryOf(response))
  if (response.status >= 500) throw new SiteError('unavailable', response.status)
  return response
}

/** Maps an error of the library to a SiteError. */
function toSiteError(error: unknown): SiteError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof SiteError) return cause
  // X replies `invalid_request` for a wrong code or verifier.
  const isCode = error instanceof ResponseBodyError && ['invalid_grant', 'invalid_request'].includes(error.error)
  return new SiteError(isCode ? 'code-used' : 'answer-wrong', error)
}

/** Both sites expect id and secret unencoded, unlike the library's encoding of special characters. */
const basicOf =
  ({ clientId, clientSecret }: ClientSettings): ClientAuth =>
  (_, __, ___, headers) =>
    headers.set('authorization', `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`)

export interface Client extends Pick<Site, 'address' | 'exchange' | 'revoke'> {
  /** Sends a request with an owner's token; throws when the token is no longer valid. */
  ask(url: string, token: string): Promise<{ status: number; body: unknown }>
}

/** The common part of all sites: the code flow with PKCE as a confidential client, and requests with a bearer token. */
export function createClient(settings: ClientSettings, paths: OauthEndpoints): Client {
  const { clientId, clientSecret, patienceSeconds = TIMEOUT_SECONDS } = settings
  const endpoints = {
    issuer: paths.issuer,
    authorization_endpoint: paths.authorize,
    token_endpoint: paths.token,
    revocation_endpoint: paths.revoke,
  }
  const config = new Configuration(endpoints, clientId, { client_secret: clientSecret }, basicOf(settings))
  config.timeout = patienceSeconds
  config[customFetch] = (url, options) => request(url, options as RequestInit)
  // Plain http is allowed only on this machine, for the local doubles of the demo and of the tests.
  if (new URL(paths.token).hostname === '127.0.0.1') allowInsecureRequests(config)
  return {
    async address({ state, verifier }: PendingAuthorization, redirectUri) {
      return buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: paths.scope,
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href
    },
    async exchange({ code, pending, redirectUri }: Answer): Promise<Grant> {
      const answer = new URL(redirectUri)
      answer.search = new URLSearchParams({ code, state: pending.state }).toString()
      const checks = { pkceCodeVerifier: pending.verifier, expectedState: pending.state }
      const tokens = await authorizationCodeGrant(config, answer, checks).catch((error: unknown) => {
        throw toSiteError(error)
      })
      return { token: tokens.access_token, seconds: tokens.expires_in ?? 0 }
    },
    async revoke(token) {
      await tokenRevocation(config, token).catch((error: unknown) => {
        throw toSiteError(error)
      })
    },
    async ask(url, token) {
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
      const response = await request(url, { headers, signal: AbortSignal.timeout(patienceSeconds * 1000) })
      const body: unknown = await response.json().catch(() => undefined)
      if (response.status === 401) throw new SiteError('token-gone', body)
      return { status: response.status, body }
    },
  }
}
