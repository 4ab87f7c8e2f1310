import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Config, ConfigError } from '#service/platform/config.ts'
import { linkHeaderOf, policyOf } from '#service/platform/http/hints.ts'
import { serveRedirects } from './redirects.ts'

const YEAR_SECONDS = 31_536_000
const HASHED_FOLDER = `${path.sep}_astro${path.sep}`
/** A page, itself or compressed. */
const PAGE_FILE = /\.html(\.br|\.gz)?$/

/** Hidden files are not public except `.well-known`; nor are source maps. */
const isPublic = (address: string): boolean =>
  !address.endsWith('.map') && !/(^|\/)\./.test(address.replace(/^\/\.well-known\//, '/'))

/** The path and query of a request target, which may be an absolute URL (RFC 9112, 3.2.2). */
export const targetOf = (address: string): string => address.replace(/^https?:\/\/[^/?]*/i, '') || '/'

/**
 * Whether an address can be read: its path can be decoded, as the router would otherwise reply itself, without our headers; and
 * nothing in it stands for NUL, which PostgreSQL does not take in a text.
 */
export function isReadable(address: string): boolean {
  try {
    return decodeURI(address.split('?')[0] ?? '') !== '' && !/%00/.test(address)
  } catch {
    return false
  }
}

function isFolder(place: string): boolean {
  try {
    readdirSync(place)
    return true
  } catch {
    return false
  }
}

function addLinkHeader(reply: FastifyReply, file: string, screen?: string): void {
  const link = linkHeaderOf(file, screen)
  if (link !== undefined) reply.header('link', link)
}

/**
 * Serves the built site: hashed files are cached for a year, pages are revalidated each time, compressed files are sent where
 * the browser accepts them. `serveOwn` registers pages of the same folder that are not served unchanged.
 */
export async function serveSite(
  app: FastifyInstance,
  config: Config,
  serveOwn: (root: string) => void = () => undefined,
): Promise<void> {
  const root = path.resolve(config.siteDir ?? 'dist')
  if (config.siteDir && !isFolder(root))
    throw new ConfigError(
      `SITE_DIR: there is no folder ${root} that this user may read. Build the site with "npm run build", or leave the setting empty.`,
    )
  if (!existsSync(path.join(root, 'index.html'))) {
    app.log.warn({ root }, 'SITE_DIR has no built site: only the calls are served. Build it with "npm run build"')
    return
  }
  await app.register(fastifyStatic, {
    root,
    // Pages of the demo are marked while they are sent (demo/marking.ts), so they differ from the files.
    preCompressed: !config.demo,
    etag: !config.demo,
    lastModified: !config.demo,
    acceptRanges: !config.demo,
    cacheControl: false,
    redirect: true,
    dotfiles: 'allow',
    allowedPath: isPublic,
    wildcard: true,
    setHeaders(reply, file) {
      const isHashed = file.includes(HASHED_FOLDER)
      const isFont = file.includes(`${path.sep}fonts${path.sep}`)
      const cacheControl = isHashed || isFont ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'
      reply.header('cache-control', cacheControl)
      if (!PAGE_FILE.test(file)) return
      const html = file.replace(PAGE_FILE, '.html')
      const policy = policyOf(html)
      if (policy !== undefined) reply.header('content-security-policy', policy)
      if (!reply.hasHeader('link')) addLinkHeader(reply, html)
    },
  })
  serveOwn(root)
  serveRedirects(app, root)
  // One shell for every address of the app, whose router runs in the browser. A shared watcher link has its secret after the
  // page's own path.
  for (const area of ['user', 'messages', 'watch']) {
    const shell = `${area}/index.html`
    if (!existsSync(path.join(root, shell))) continue
    for (const url of [`/${area}`, `/${area}/*`])
      app.get(url, { exposeHeadRoute: true }, (request, reply) => {
        addLinkHeader(reply, path.join(root, shell), request.url.split('?')[0]?.replace(/\/+$/, ''))
        return reply.sendFile(shell)
      })
  }
}
