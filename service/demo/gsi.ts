import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'

interface GsiOf {
  provider: Provider
  issuer: string
  /** Secrets of the clients, and the origin that may use them; any without one. */
  clients: Readonly<Record<string, { secret: string; origin?: string }>>
}

/** Client id of another site, whose tokens must be refused here. */
export const OTHER_SITE = 'another-site'
/** Redirect path of the popup window that the script opens. */
export const GSI_RELAY = '/gsi/relay'

/**
 * Mock of Google's script for token mode and of its endpoints. It opens a popup at the provider, which checks client and scopes, and
 * posts the token to the opener, as the documented `google.accounts.oauth2` does.
 */
export function createGsi({ provider, issuer, clients }: GsiOf) {
  const pending = new Map<string, { clientId: string; origin: string }>()

  function begin(query: URLSearchParams): string | undefined {
    const [clientId, origin] = [query.get('client_id') ?? '', query.get('origin') ?? '']
    const client = clients[clientId]
    if (client?.origin !== undefined && client.origin !== origin) return undefined
    const state = randomBytes(16).toString('base64url')
    pending.set(state, { clientId, origin })
    const request = { client_id: clientId, scope: query.get('scope') ?? '', response_type: 'code', state }
    return `${issuer}/auth?${new URLSearchParams({ ...request, redirect_uri: issuer + GSI_RELAY })}`
  }

  async function finish(query: URLSearchParams): Promise<{ origin: string; answer: object } | undefined> {
    const state = query.get('state') ?? ''
    const request = pending.get(state)
    pending.delete(state)
    if (!request) return undefined
    const { clientId, origin } = request
    const error = query.get('error')
    if (error !== null) return { origin, answer: { error } }
    const response = await fetch(`${issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: query.get('code') ?? '',
        redirect_uri: issuer + GSI_RELAY,
        client_id: clientId,
        client_secret: clients[clientId]?.secret ?? '',
      }),
    })
    const { access_token, expires_in, scope, token_type } = (await response.json()) as Record<string, unknown>
    return { origin, answer: { access_token, expires_in, scope, token_type } }
  }

  /** Reply of Google's tokeninfo endpoint, in which all values are strings. */
  async function tokenInfo(accessToken: string): Promise<object | undefined> {
    const token = await provider.AccessToken.find(accessToken)
    if (!token) return undefined
    const { clientId, accountId, scope, exp } = token
    const expires_in = String(exp - Math.floor(Date.now() / 1000))
    return { azp: clientId, aud: clientId, sub: accountId, scope, exp: String(exp), expires_in, email: accountId }
  }

  /** Answers Google's own paths; returns false for paths of the provider. */
  return async function answer({ pathname, searchParams }: URL, response: ServerResponse): Promise<boolean> {
    const send = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body)
    if (pathname === '/gsi/client') send(200, 'text/javascript', script(issuer))
    else if (pathname === '/gsi/auth') {
      const next = begin(searchParams)
      if (next === undefined) send(400, 'text/plain', 'Error 400: origin_mismatch')
      else response.writeHead(303, { location: next }).end()
    } else if (pathname === GSI_RELAY) {
      const done = await finish(searchParams)
      if (done) send(200, 'text/html', relay(done))
      else send(400, 'text/plain', 'Error 400: invalid_request')
    } else if (pathname === '/tokeninfo') {
      const found = await tokenInfo(searchParams.get('access_token') ?? '')
      const wrong = { error: 'invalid_token', error_description: 'Invalid Value' }
      send(found ? 200 : 400, 'application/json', JSON.stringify(found ?? wrong))
    } else return false
    return true
  }
}

const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const relay = ({ origin, answer }: { origin: string; answer: object }): string =>
  `<!doctype html><title>Sign-in</title><script>opener?.postMessage(${inScript(answer)}, ${inScript(origin)}); close()</script>`

/** Parameters and callbacks as in https://developers.google.com/identity/oauth2/web/reference/js-reference */
const script = (issuer: string): string => `(() => {
  const LOOK_MS = 200
  const initTokenClient = (config) => {
    for (const name of ['client_id', 'scope', 'callback'])
      if (!config?.[name]) throw new Error('Missing required parameter ' + name + '.')
    const fail = (type, message) => config.error_callback?.({ type, message })
    return {
      requestAccessToken() {
        const { client_id, scope } = config
        const asked = new URLSearchParams({ client_id, scope, origin: location.origin })
        const opened = open('${issuer}/gsi/auth?' + asked, 'gsi', 'popup,width=480,height=640')
        if (!opened) return fail('popup_failed_to_open', 'Failed to open popup window')
        const end = () => {
          clearInterval(look)
          removeEventListener('message', hear)
        }
        const hear = ({ origin, source, data }) => {
          if (origin !== '${issuer}' || source !== opened) return
          end()
          config.callback(data)
        }
        let seenClosed = 0
        const look = setInterval(() => {
          // A message that was posted as it closed is handled first.
          if (!opened.closed || seenClosed++ === 0) return
          end()
          fail('popup_closed', 'Popup window closed')
        }, LOOK_MS)
        addEventListener('message', hear)
      },
    }
  }
  window.google = { accounts: { oauth2: { initTokenClient } } }
})()
`
