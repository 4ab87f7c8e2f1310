import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { openLocalServer } from '#service/platform/local-server.ts'
import { consentPage } from './consent-page.ts'

export interface Reply {
  status: number
  body?: object
  headers?: Record<string, string>
}

/** An account of the mock site; `has` is whether it fulfils the task (follows or has joined). */
export interface Person {
  id: string
  name: string
  has: boolean
}

/** Configuration of a mock site. */
export interface SiteOf {
  name: string
  /** Label of the checkbox on its consent page. */
  asks: string
  redirectUri: string
  authorize: string
  token: string
  revoke: string
  scopes: readonly string[]
  codeSeconds: number
  tokenSeconds: number
  /** OAuth error for a wrong code. */
  wrongCode: string
  answer(url: URL, person: Person): Reply
  /** Called for requests that failed. */
  onError?: ((error: unknown) => void) | undefined
}

export interface OauthSite {
  readonly address: string
  readonly clientId: string
  readonly clientSecret: string
  /** Requested paths, in order. */
  readonly requestedPaths: readonly string[]
  /** Tokens that are valid now. */
  readonly tokens: ReadonlyMap<string, unknown>
  /** Answers API requests in this way, or never, until it is called without an argument. */
  fail(how?: Reply | 'never'): void
  /** Expires all codes and tokens issued so far. */
  expire(): void
  stop(): Promise<void>
}

interface Code {
  person: Person
  challenge: string
  redirectUri: string
  until: number
}

const random = (): string => randomBytes(24).toString('base64url')
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** Account id of a name, the same after each start. */
const idOf = (name: string): string =>
  BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 15)}`).toString()

/**
 * Starts a local mock of a site with OAuth 2. It checks what the real ones check: client, redirect, scopes, state, PKCE, each code
 * once and in time, the client's secret, and the token of each request.
 */
export async function startOauthSite(of: SiteOf): Promise<OauthSite> {
  const [clientId, clientSecret] = [`stand-in-${of.name.toLowerCase()}`, random()]
  const people = new Map<string, Person>()
  const codes = new Map<string, Code>()
  const tokens = new Map<string, { person: Person; until: number }>()
  const requestedPaths: string[] = []
  let failing: Reply | 'never' | undefined
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const isClient = ({ headers }: IncomingMessage) => headers.authorization === basic

  /** The wrong parameter of an authorization request, or undefined. */
  function authorizeError(query: URLSearchParams): string | undefined {
    const scopes = (query.get('scope') ?? '').split(' ')
    const rules: [boolean, string][] = [
      [query.get('client_id') === clientId, 'client_id'],
      [query.get('redirect_uri') === of.redirectUri, 'redirect_uri'],
      [query.get('response_type') === 'code', 'response_type'],
      [scopes.length > 0 && scopes.every((scope) => of.scopes.includes(scope)), 'scope'],
      [(query.get('state') ?? '').length > 0, 'state'],
      [query.get('code_challenge_method') === 'S256', 'code_challenge_method'],
      [/^[\w-]{43}$/.test(query.get('code_challenge') ?? ''), 'code_challenge'],
    ]
    return rules.find(([isRight]) => !isRight)?.[1]
  }

  function consent(query: URLSearchParams, form: URLSearchParams): string {
    const back = new URL(of.redirectUri)
    const name = (form.get('name') ?? '').replace(/\W/g, '').slice(0, 15)
    if (form.get('answer') === 'yes' && name !== '') {
      const person = people.get(name) ?? { id: idOf(name), name, has: false }
      person.has = form.has('has')
      people.set(name, person)
      const code = random()
      const challenge = query.get('code_challenge') ?? ''
      codes.set(code, { person, challenge, redirectUri: of.redirectUri, until: Date.now() + of.codeSeconds * 1000 })
      back.searchParams.set('code', code)
    } else back.searchParams.set('error', 'access_denied')
    back.searchParams.set('state', query.get('state') ?? '')
    return back.href
  }

  function exchange(request: IncomingMessage, form: URLSearchParams): Reply {
    if (!isClient(request)) return { status: 401, body: { error: 'invalid_client' } }
    const refused = { status: 400, body: { error: of.wrongCode, error_description: 'the code is not right' } }
    if (form.get('grant_type') !== 'authorization_code')
      return { status: 400, body: { error: 'unsupported_grant_type' } }
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (!code || code.until < Date.now() || code.redirectUri !== form.get('redirect_uri')) return refused
    if (challengeOf(form.get('code_verifier') ?? '') !== code.challenge) return refused
    const token = random()
    tokens.set(token, { person: code.person, until: Date.now() + of.tokenSeconds * 1000 })
    const scope = of.scopes.join(' ')
    return { status: 200, body: { token_type: 'bearer', expires_in: of.tokenSeconds, access_token: token, scope } }
  }

  function revoke(request: IncomingMessage, form: URLSearchParams): Reply {
    if (!isClient(request)) return { status: 401, body: { error: 'invalid_client' } }
    tokens.delete(form.get('token') ?? '')
    return { status: 200, body: { revoked: true } }
  }

  function question(request: IncomingMessage, url: URL): Reply {
    const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
    const known = tokens.get(token)
    if (!known || known.until < Date.now()) return { status: 401, body: { title: 'Unauthorized' } }
    return of.answer(url, known.person)
  }

  const send = (response: ServerResponse, { status, body = {}, headers = {} }: Reply) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

  const { address, serve, stop } = await openLocalServer(of.onError)
  serve(async (request, response, url) => {
    const form = new URLSearchParams(await text(request))
    requestedPaths.push(url.pathname)
    if (url.pathname === of.authorize) {
      const invalidField = authorizeError(url.searchParams)
      if (invalidField) return response.writeHead(400).end(`${invalidField} is not right`)
      if (request.method === 'POST') return response.writeHead(303, { location: consent(url.searchParams, form) }).end()
      // As X does; the opener then sees this window as closed.
      const headers = { 'cross-origin-opener-policy': 'same-origin-allow-popups' }
      return response.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(consentPage(of))
    }
    if (failing === 'never') return undefined
    if (failing) return send(response, failing)
    if (url.pathname === of.token) return send(response, exchange(request, form))
    if (url.pathname === of.revoke) return send(response, revoke(request, form))
    return send(response, question(request, url))
  })
  return {
    address,
    clientId,
    clientSecret,
    requestedPaths,
    tokens,
    fail(how) {
      failing = how
    },
    expire() {
      for (const one of [...codes.values(), ...tokens.values()]) one.until = 0
    },
    stop,
  }
}
