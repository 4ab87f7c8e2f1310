import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'

/** Former addresses of the built site's pages with the present ones, which the build writes (scripts/redirects.mjs). */
function readRedirects(root: string): [from: string, to: string][] {
  const file = path.join(root, 'redirects.json')
  if (!existsSync(file)) return []
  return Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
}

/** The present address with the query of a request, which goes before an anchor. */
function withQuery(to: string, url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return to
  const [page = '', anchor] = to.split('#')
  return `${page}${url.slice(at)}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Redirects former addresses for good, with and without a slash at their end. Browsers ask again, so that an address can be reused. */
export function serveRedirects(app: FastifyInstance, root: string): void {
  for (const [from, to] of readRedirects(root))
    for (const url of [from, from.replace(/\/$/, '')])
      app.get(url, { exposeHeadRoute: true }, (request, reply) =>
        reply.header('cache-control', 'no-cache').redirect(withQuery(to, request.url), 301),
      )
}
