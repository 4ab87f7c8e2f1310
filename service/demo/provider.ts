import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { GoogleSettings } from '../adapters/google.ts'
import { createGsi, GSI_RELAY, OTHER_SITE } from './gsi.ts'

const lifetimes = { AccessToken: 3600, Grant: 86_400, Interaction: 3600, Session: 86_400 }

interface ProviderOptions {
  isVerified?: (email: string) => boolean
  lifetimeSeconds?: number
  mode?: GoogleSettings['mode']
}

/**
 * An OpenID provider of this machine in Google's place: a certified one, which checks every parameter as Google does. Who
 * signs in there types any address, which counts as verified; its users live as long as the process.
 */
export async function startProvider(
  redirectUri: string,
  { isVerified = () => true, lifetimeSeconds = 600, mode = 'code' }: ProviderOptions = {},
): Promise<{ settings: GoogleSettings; stop(): Promise<void> }> {
  const http = await import('node:http')
  const server = http.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
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
    // As Google does: the signed answer itself says who it is.
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
  server.on('request', async (request, response) => {
    if (!(await ofGsi(request, response))) ofProvider(request, response)
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
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
