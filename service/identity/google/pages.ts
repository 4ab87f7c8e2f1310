import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#service/platform/config.ts'
import { linkOf, policyOf } from '#service/platform/http/hints.ts'

/** Those with Google's button (src/islands/forms/methods.tsx). */
const PAGES = ['login', 'register', 'zh/login', 'zh/register']

interface Told {
  clientId: string
  script: string
}

interface Page {
  changedAt: number
  html: string
  compressed: Buffer
}

/**
 * In token mode alone: the pages that sign in may load Google's own script, as no other page and no other script may, and
 * are told by which id it knows this site. Where their policy says nothing of it, they ask by the code.
 */
export function serveGooglePages(app: FastifyInstance, root: string, { told, config }: { told: Told; config: Config }) {
  const kept = new Map<string, Page>()
  const pageOf = (file: string): Page => {
    const changedAt = statSync(file).mtimeMs
    const known = kept.get(file)
    if (known?.changedAt === changedAt) return known
    const html = opened(readFileSync(file, 'utf8'), told)
    const page = { changedAt, html, compressed: brotliCompressSync(html) }
    kept.set(file, page)
    return page
  }
  for (const name of PAGES) {
    const file = path.join(root, name, 'index.html')
    if (!existsSync(file)) continue
    app.get(`/${name}/`, { exposeHeadRoute: true }, (request, reply) => {
      const { html, compressed } = pageOf(file)
      const policy = policyOf(file)
      const link = linkOf(file)
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'accept-encoding')
      if (policy !== undefined) reply.header('content-security-policy', widened(policy, told))
      if (link !== undefined) reply.header('link', link)
      // Pages of the demo are marked on their way (demo/marking.ts).
      if (config.demo || !/\bbr\b/.test(String(request.headers['accept-encoding']))) return reply.send(html)
      return reply.header('content-encoding', 'br').send(compressed)
    })
  }
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const opened = (html: string, told: Told): string =>
  html
    .replace(
      /<html\b/,
      `$& data-google-client="${attribute(told.clientId)}" data-google-script="${attribute(told.script)}"`,
    )
    .replace(
      /(<meta http-equiv="content-security-policy" content=")([^"]+)"/i,
      (_, begin: string, policy: string) => `${begin}${widened(policy, told)}"`,
    )

/** With what Google asks of pages that load it: https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid */
function widened(policy: string, { script }: Told): string {
  const folder = new URL('.', script).href
  const more = { 'script-src': script, 'style-src': `${folder}style`, 'connect-src': folder, 'frame-src': folder }
  return Object.entries(more).reduce((all, [name, source]) => {
    const directive = new RegExp(`(^|; ?)${name} [^;]*`)
    return directive.test(all) ? all.replace(directive, `$& ${source}`) : `${name} ${source}; ${all}`
  }, policy)
}
