import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#service/platform/config.ts'
import { inDataDir } from '#service/platform/data-dir.ts'
import { packageType, savedName } from './packages.ts'

const YEAR_SECONDS = 31_536_000

/** Serves `/downloads/<file>`: published packages by name, as attachments, and nothing else of the folder. */
export async function serveDownloads(app: FastifyInstance, config: Config): Promise<void> {
  // Browsers prefetch links under the pointer. For a package that would be all of its bytes, and the real download would wait
  // behind them.
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/downloads/') && String(request.headers['sec-purpose']).startsWith('prefetch'))
      return reply.code(503).send()
  })
  await app.register(fastifyStatic, {
    root: inDataDir(config, 'downloads'),
    prefix: '/downloads/',
    decorateReply: false,
    // The folder is created with the first published package.
    suppressWarning: true,
    cacheControl: false,
    index: false,
    list: false,
    dotfiles: 'deny',
    allowedPath: (name) => packageType(name.replace(/^\//, '')) !== undefined,
    setHeaders(reply, file) {
      const name = path.basename(file)
      reply.header('content-type', packageType(name) ?? 'application/octet-stream')
      reply.header('content-disposition', `attachment; filename="${savedName(name)}"`)
      reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
    },
  })
}
