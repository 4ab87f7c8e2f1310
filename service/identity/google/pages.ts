import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#service/platform/config.ts'
import { linkHeaderOf, policyOf } from '#service/platform/http/hints.ts'

/** Pages with Google's button (src/islands/forms/methods.tsx). */
const PAGES = ['login', 'register', 'zh/login', 'zh/register']

interface ClientSettings {
  clientId: string
  script: string
}

interface Page {
  changedAt: number
  html: string
  compressed: Buffer
}

/**
 * Only in token mode: lets the sign-in pages load Google's script, as no other page may, and passes them the client id. Without
 * a policy that allows it, the pages use the code flow.
 */
export function serveGooglePages(
  app: FastifyInstance,
  root: string,
  { client, config }: { client: ClientSettings; config: Config },
) {
  const cache = new Map<string, Page>()
  const pageOf = (file: string): Page => {
    const changedAt = statSync(file).mtimeMs
    const known = cache.get(file)
    if (known?.changedAt === changedAt) return known
    const html = withClient(readFileSync(file, 'utf8'), client)
    const page = { changedAt, html, compressed: brotliCompressSync(html) }
    cache.set(file, page)
    return page
  }
  for (const name of PAGES) {
    const file = path.join(root, name, 'index.html')
    if (!existsSync(file)) continue
    app.get(`/${name}/`, { exposeHeadRoute: true }, (request, reply) => {
      const { html, compressed } = pageOf(file)
      const policy = policyOf(file)
      const link = linkHeaderOf(file)
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'accept-encoding')
      if (policy !== undefined) reply.header('content-security-policy', widenPolicy(policy, client))
      if (link !== undefined) reply.header('link', link)
      // Pages of the demo are changed while they are sent (demo/marking.ts).
      if (config.demo || !/\bbr\b/.test(String(request.headers['accept-encoding']))) return reply.send(html)
      return reply.header('content-encoding', 'br').send(compressed)
    })
  }
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const withClient = (html: string, client: ClientSettings): string =>
  html
    .replace(
      /<html\b/,
      `$& data-google-client="${attribute(client.clientId)}" data-google-script="${attribute(client.script)}"`,
    )
    .replace(
      /(<meta http-equiv="content-security-policy" content=")([^"]+)"/i,
      (_, begin: string, policy: string) => `${begin}${widenPolicy(policy, client)}"`,
    )

/** Adds the sources that Google requires: https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid */
function widenPolicy(policy: string, { script }: ClientSettings): string {
  const folder = new URL('.', script).href
  const more = { 'script-src': script, 'style-src': `${folder}style`, 'connect-src': folder, 'frame-src': folder }
  return Object.entries(more).reduce((all, [name, source]) => {
    const directive = new RegExp(`(^|; ?)${name} [^;]*`)
    return directive.test(all) ? all.replace(directive, `$& ${source}`) : `${name} ${source}; ${all}`
  }, policy)
}
