import { randomBytes } from 'node:crypto'
import { Provider } from 'oidc-provider'
import { openLocalServer } from '#service/platform/local-server.ts'
import type { GoogleSettings } from '#service/platform/settings/google.ts'
import { createGsi, GSI_RELAY, OTHER_SITE } from './gsi.ts'

const lifetimes = { AccessToken: 3600, Grant: 86_400, Interaction: 3600, Session: 86_400 }

interface ProviderOptions {
  isVerified?: (email: string) => boolean
  lifetimeSeconds?: number
  mode?: GoogleSettings['mode']
  onError?: (error: unknown) => void
}

/**
 * Starts a local OpenID provider in place of Google. The package is certified and checks every parameter as Google does. Any address
 * can sign in and counts as verified; accounts live as long as the process.
 */
export async function startProvider(
  redirectUri: string,
  { isVerified = () => true, lifetimeSeconds = 600, mode = 'code', onError }: ProviderOptions = {},
): Promise<{ settings: GoogleSettings; stop(): Promise<void> }> {
  const { address: issuer, serve, stop } = await openLocalServer(onError)
  const clientId = 'idleforge-demo'
  const [clientSecret, otherSecret] = [randomBytes(24), randomBytes(24)].map((bytes) => bytes.toString('base64url'))
  const client = (id: string, secret: string | undefined, ...redirects: string[]) => ({
    client_id: id,
    client_secret: secret,
    redirect_uris: [...redirects, issuer + GSI_RELAY],
    token_endpoint_auth_method: 'client_secret_post',
  })
  const provider = new Provider(issuer, {
    clients: [client(clientId, clientSecret, redirectUri), client(OTHER_SITE, otherSecret)],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // As Google does: the ID token itself contains the claims.
    conformIdTokenClaims: false,
    cookies: { keys: [randomBytes(24).toString('hex')] },
    ttl: { ...lifetimes, AuthorizationCode: lifetimeSeconds, IdToken: lifetimeSeconds },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: isVerified(id), name: id.split('@')[0] }),
    }),
  })
  const ofProvider = provider.callback()
  const ofGsi = createGsi({
    provider,
    issuer,
    clients: {
      [clientId]: { secret: clientSecret ?? '', origin: new URL(redirectUri).origin },
      [OTHER_SITE]: { secret: otherSecret ?? '' },
    },
  })
  serve(async (request, response, url) => {
    if (!(await ofGsi(url, response))) await ofProvider(request, response)
  })
  return {
    settings: {
      clientId,
      clientSecret: clientSecret ?? '',
      issuer,
      mode,
      tokenInfo: `${issuer}/tokeninfo`,
      script: `${issuer}/gsi/client`,
    },
    stop,
  }
}
