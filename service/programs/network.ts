import http from 'node:http'

/** Network access of the programs that users run (miner, host). */

type Environment = Readonly<Record<string, string | undefined>>

const schemes = ['http', 'https'] as const

/** The value of an environment variable in lower or upper case. */
const variable = (env: Environment, name: string): string | undefined =>
  env[name] || env[name.toUpperCase()] || undefined

/** A proxy as a URL: curl and npm also accept `proxy.example:3128`. */
const addressOf = (text: string | undefined): string | undefined =>
  text === undefined || text.includes('://') ? text : `http://${text}`

/** The proxies of the environment, in the variables that Node.js reads; undefined where there are none. */
export function proxiesIn(env: Environment): Record<string, string> | undefined {
  const proxies = schemes.flatMap((scheme) => {
    const address = addressOf(variable(env, `${scheme}_proxy`))
    return address === undefined ? [] : [[`${scheme}_proxy`, address]]
  })
  if (proxies.length === 0) return undefined
  return Object.fromEntries([...proxies, ['no_proxy', variable(env, 'no_proxy') ?? '']])
}

/**
 * Makes all requests of this program use the proxies of the environment. Returns a warning where that is not possible: Node.js
 * supports proxies since 24.14, and since 22.21 when started with NODE_USE_ENV_PROXY=1.
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

/**
 * The reason of a failed request: fetch says "fetch failed" and keeps the reason in its causes; of several addresses, the first
 * one's is used.
 */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  return inner instanceof Error ? failureReason(inner) : error.message
}
