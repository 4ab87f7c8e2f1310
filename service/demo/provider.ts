import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { GoogleSettings } from '../adapters/google.ts'

const lifetimes = { AccessToken: 3600, Grant: 86_400, Interaction: 3600, Session: 86_400 }

/**
 * An OpenID provider of this machine in Google's place: a certified one, which checks every parameter as Google does. Who
 * signs in there types any address, which counts as verified; its users live as long as the process.
 */
export async function startProvider(
  redirectUri: string,
  { isVerified = (_: string): boolean => true, lifetimeSeconds = 600 } = {},
): Promise<{ settings: GoogleSettings; stop(): Promise<void> }> {
  const http = await import('node:http')
  const server = http.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clientId = 'idleforge-demo'
  const clientSecret = randomBytes(24).toString('base64url')
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
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
  server.on('request', provider.callback())
  return {
    settings: { clientId, clientSecret, issuer, mode: 'code', tokenInfo: `${issuer}/tokeninfo` },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
