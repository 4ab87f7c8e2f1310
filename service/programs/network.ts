import http from 'node:http'

/** How the programs that people run (miner, host) reach the service. */

type Environment = Readonly<Record<string, string | undefined>>

const schemes = ['http', 'https'] as const

/** What the environment says under a name, which is written in small letters or in capitals. */
const variable = (env: Environment, name: string): string | undefined =>
  env[name] || env[name.toUpperCase()] || undefined

/** A proxy as an address: curl and npm take `proxy.example:3128` as well. */
const addressOf = (text: string | undefined): string | undefined =>
  text === undefined || text.includes('://') ? text : `http://${text}`

/** The proxies that the environment names, by the variables that Node.js reads; undefined where there is none. */
export function proxiesIn(env: Environment): Record<string, string> | undefined {
  const proxies = schemes.flatMap((scheme) => {
    const address = addressOf(variable(env, `${scheme}_proxy`))
    return address === undefined ? [] : [[`${scheme}_proxy`, address]]
  })
  if (proxies.length === 0) return undefined
  return Object.fromEntries([...proxies, ['no_proxy', variable(env, 'no_proxy') ?? '']])
}

/**
 * Has every request of this program go through the proxies that the environment names. Gives a sentence where that can't be:
 * Node.js has had proxies of its own since 24.14, and since 22.21 where it is started with NODE_USE_ENV_PROXY=1.
 */
export function applyProxies(env: Environment): string | undefined {
  const proxies = proxiesIn(env)
  if (!proxies) return undefined
  if (typeof http.setGlobalProxyFromEnv !== 'function')
    return env.NODE_USE_ENV_PROXY === '1'
      ? undefined
      : `Connecting without the proxy of HTTP_PROXY or HTTPS_PROXY: Node.js ${process.version} can't use one, 24.14 and newer can.`
  try {
    http.setGlobalProxyFromEnv(proxies)
    return undefined
  } catch (error) {
    return `Connecting without a proxy: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Why a request came to nothing: fetch says "fetch failed" and keeps the reason in its causes; of several addresses, the first's. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  return inner instanceof Error ? failureReason(inner) : error.message
}
