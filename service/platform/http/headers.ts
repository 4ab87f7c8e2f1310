import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { ForbiddenError } from './refusal.ts'

/** Policy for everything but pages; a page has its own, with the hashes of its inline scripts (hints.ts). */
const FILE_POLICY = "frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
const CALL_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Adds the security headers to every reply. */
export async function addHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const secure = config.origin.startsWith('https://')
  await app.register(helmet, {
    contentSecurityPolicy: false,
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Sign-in by other sites opens windows and checks whether they are still open (src/lib/oauth/popup.ts).
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  // Uses the callback, not a promise: the file server's redirect would not be sent yet when its handler ends, and would be sent
  // twice.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', isCall(request.url, config) ? CALL_POLICY : FILE_POLICY)
    reply.header(
      'permissions-policy',
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()',
    )
    if (isCall(request.url, config) && !isCacheable(reply)) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
}

/** A public read sets its own cache time; a refusal is never cached. */
const isCacheable = (reply: FastifyReply): boolean => reply.statusCode === 200 && reply.hasHeader('cache-control')

/** Whether a URL belongs to the API, and not to the site. */
export const isCall = (url: string, config: Config): boolean =>
  url.startsWith(`${config.apiBase}/`) || url.startsWith('/agent/') || url.startsWith('/host/')

/** Refuses calls from pages of another origin. The token travels in a header, so this closes what is left. */
export function checkOrigin(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request) => {
    const { origin, host } = request.headers
    if (!isCall(request.url, config)) return
    // Browsers omit the Origin header in some cross-site requests, and say so in Sec-Fetch-Site.
    if (origin === undefined && request.headers['sec-fetch-site'] === 'cross-site') throw new ForbiddenError()
    if (origin !== undefined && !isOurs(origin, { config, host })) throw new ForbiddenError()
  })
}

/** Whether an origin is this site's: PUBLIC_ORIGIN, or the host of the request. */
export const isOurs = (origin: string, { config, host }: { config: Config; host: string | undefined }): boolean =>
  origin === config.origin || (URL.canParse(origin) && new URL(origin).host === host)
