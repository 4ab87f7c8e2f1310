import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client'
import { type EmailAddress, toEmailAddress } from '#service/messaging/mail/email-address.ts'
import type { GoogleSettings } from '#service/platform/settings/google.ts'

/** The user in Google's signed ID token. */
export interface Person {
  subject: string
  email: EmailAddress
  isVerified: boolean
  name: string | undefined
}

export type GoogleErrorReason = 'GOOGLE_UNAVAILABLE' | 'GOOGLE_CODE_USED' | 'GOOGLE_ANSWER_WRONG'

/** The sign-in failed; `cause` is for the log. */
export class GoogleError extends Error {
  override name = 'GoogleError'
  readonly reason: GoogleErrorReason
  constructor(reason: GoogleErrorReason, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

export interface PendingAuthorization {
  state: string
  nonce: string
  verifier: string
}

export interface Google {
  readonly settings: GoogleSettings
  /** Fetches the provider's discovery document, as the first sign-in does. Returns the reason when it does not answer. */
  checkReachable(): Promise<string | undefined>
  /** The URL of the consent page. */
  address(pending: PendingAuthorization, redirectUri: string): Promise<string>
  /** Exchanges a code, and checks signature, issuer, audience, expiry and nonce of the ID token. */
  exchange(answer: { code: string; pending: PendingAuthorization; redirectUri: string }): Promise<Person>
  /** Fetches the audience and the user of an access token; refuses tokens of other sites. */
  inspectToken(accessToken: string): Promise<Person>
}

const TIMEOUT_SECONDS = 8
const timeoutOf = ({ patienceSeconds = TIMEOUT_SECONDS }: GoogleSettings): number => patienceSeconds
const SCOPES = 'openid email profile'

export function createGoogle(settings: GoogleSettings): Google {
  let known: Promise<Configuration> | undefined
  // Plain http is allowed only on this machine, for the provider of the demo and of the tests.
  const isLocal = new URL(settings.issuer).hostname === '127.0.0.1'
  const configuration = (): Promise<Configuration> => {
    known ??= discovery(
      new URL(settings.issuer),
      settings.clientId,
      { client_secret: settings.clientSecret },
      ClientSecretPost(settings.clientSecret),
      { timeout: timeoutOf(settings), ...(isLocal && { execute: [allowInsecureRequests] }) },
    ).catch((error: unknown) => {
      known = undefined
      throw new GoogleError('GOOGLE_UNAVAILABLE', error)
    })
    return known
  }
  return {
    settings,
    checkReachable: () =>
      configuration().then(
        () => undefined,
        ({ cause }: GoogleError) => `does not answer: ${cause instanceof Error ? cause.message : String(cause)}`,
      ),
    async address({ state, nonce, verifier }, redirectUri) {
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: SCOPES,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },
    async exchange({ code, pending, redirectUri }) {
      const config = await configuration()
      const answer = new URL(redirectUri)
      // The page passes on only code and state; the issuer of the signed answer counts.
      const { issuer, authorization_response_iss_parameter_supported: names } = config.serverMetadata()
      answer.search = new URLSearchParams({
        code,
        state: pending.state,
        ...(names === true && { iss: issuer }),
      }).toString()
      const checks = {
        pkceCodeVerifier: pending.verifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      }
      const tokens = await authorizationCodeGrant(config, answer, checks).catch((error: unknown) => {
        throw new GoogleError(errorReasonOf(error), error)
      })
      return personOf(tokens.claims() ?? {})
    },
    async inspectToken(accessToken) {
      const found = await fetchTokenInfo(settings, accessToken)
      if (found.aud !== settings.clientId || Number(found.expires_in ?? 0) <= 0)
        throw new GoogleError('GOOGLE_ANSWER_WRONG', `meant for ${String(found.aud)}`)
      const config = await configuration()
      // tokeninfo has no name, so it is fetched for the same user.
      const person = await fetchUserInfo(config, accessToken, String(found.sub)).catch((error: unknown) => {
        throw new GoogleError(errorReasonOf(error), error)
      })
      return personOf(person)
    },
  }
}

function errorReasonOf(error: unknown): GoogleErrorReason {
  if (error instanceof ResponseBodyError)
    return error.error === 'invalid_grant' ? 'GOOGLE_CODE_USED' : 'GOOGLE_ANSWER_WRONG'
  if (error instanceof ClientError) {
    const isAway = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']
    return isAway.includes(error.code ?? '') ? 'GOOGLE_UNAVAILABLE' : 'GOOGLE_ANSWER_WRONG'
  }
  return error instanceof TypeError ? 'GOOGLE_UNAVAILABLE' : 'GOOGLE_ANSWER_WRONG'
}

async function fetchTokenInfo(settings: GoogleSettings, accessToken: string): Promise<Record<string, unknown>> {
  const url = new URL(settings.tokenInfo)
  url.searchParams.set('access_token', accessToken)
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutOf(settings) * 1000) }).catch(
    (error: unknown) => {
      throw new GoogleError('GOOGLE_UNAVAILABLE', error)
    },
  )
  if (response.status >= 500) throw new GoogleError('GOOGLE_UNAVAILABLE', response.status)
  if (!response.ok) throw new GoogleError('GOOGLE_ANSWER_WRONG', response.status)
  return (await response.json().catch(() => ({}))) as Record<string, unknown>
}

function personOf(claims: Readonly<Record<string, unknown>>): Person {
  const { sub, email, email_verified: verified, name } = claims
  const address = typeof email === 'string' ? toEmailAddress(email) : undefined
  if (typeof sub !== 'string' || sub === '' || address === undefined)
    throw new GoogleError('GOOGLE_ANSWER_WRONG', 'no subject or no address')
  return {
    subject: sub,
    email: address,
    isVerified: verified === true || verified === 'true',
    name: typeof name === 'string' ? name : undefined,
  }
}
