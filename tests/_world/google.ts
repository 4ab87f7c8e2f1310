import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createGoogle, type Google } from '#service/identity/providers/google.ts'
import type { GoogleSettings } from '#service/platform/settings/google.ts'

/** Signs in at the real provider of service/demo/provider.ts as a browser does: its form, its consent, its redirects. */
export async function consentAs(url: string, email: string): Promise<{ code: string; state: string }> {
  const cookies = new Map<string, string>()
  const ask = async (address: string, form?: Record<string, string>) => {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    await response.text()
    const next = response.headers.get('location')
    return next === null ? undefined : new URL(next, address).href
  }
  let address = url
  for (let steps = 0; steps < 12; steps += 1) {
    const isForm = address.includes('/interaction/')
    const prompt: Record<string, string> =
      steps < 3 ? { prompt: 'login', login: email, password: 'any' } : { prompt: 'consent' }
    const next = await ask(address, isForm ? prompt : undefined)
    if (next === undefined) throw new Error(`the provider stays at ${address}`)
    const { pathname, searchParams } = new URL(next)
    if (pathname === '/google-auth')
      return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
    address = next
  }
  throw new Error('the provider leads in a circle')
}

export interface Forged {
  readonly google: Google
  /** False claims of the next ID token. */
  say(claims: Record<string, unknown>): void
  /** Replies with this status only, or never, until it is called without one. */
  fail(how?: number | 'never'): void
  /** The token's info and its user's info (token mode). */
  token(found: Record<string, unknown>, of?: Record<string, unknown>): void
  stop(): Promise<void>
}

const base64 = (value: object | Buffer) =>
  (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString('base64url')

/** A provider that signs any claims. Nonce, audience and the rest are right unless a test changes them. */
export async function createForged(mode: GoogleSettings['mode'] = 'code'): Promise<Forged> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let claims: Record<string, unknown> = {}
  let failing: number | 'never' | undefined
  let token: Record<string, unknown> = {}
  let person: Record<string, unknown> = {}
  let issuer = ''
  const clientId = 'idleforge-tests'
  const idToken = () => {
    const now = Math.floor(Date.now() / 1000)
    const honest = { iss: issuer, aud: clientId, sub: 'forged', email: 'forged@example.test', email_verified: true }
    const all = { ...honest, iat: now, exp: now + 300, ...claims }
    const signed = `${base64({ alg: 'RS256', kid: 'one' })}.${base64(all)}`
    return `${signed}.${base64(sign('sha256', Buffer.from(signed), privateKey))}`
  }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    await text(request)
    const json = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (pathname === '/.well-known/openid-configuration')
      return json({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
        id_token_signing_alg_values_supported: ['RS256'],
      })
    if (failing === 'never') return
    if (failing !== undefined) return response.writeHead(failing).end()
    if (pathname === '/keys')
      return json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] })
    if (pathname === '/tokeninfo') return json(token)
    if (pathname === '/userinfo') return json({ ...token, ...person })
    return json({ access_token: 'opaque', token_type: 'Bearer', expires_in: 300, id_token: idToken() })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clientSecret = 'a secret of the tests'
  return {
    google: createGoogle({
      clientId,
      clientSecret,
      issuer,
      mode,
      tokenInfo: `${issuer}/tokeninfo`,
      script: `${issuer}/gsi/client`,
      patienceSeconds: 2,
    }),
    say: (newClaims) => {
      claims = newClaims
    },
    fail: (how) => {
      failing = how
    },
    token: (found, of = {}) => {
      token = found
      person = of
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
