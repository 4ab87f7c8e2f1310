import type { FastifyInstance } from 'fastify'
import type * as v from 'valibot'
import type { PublicRead } from '#lib/contract/endpoint.ts'
import type { Context } from '../context.ts'

/** How long caches may answer in place of the service. */
const CACHE_SECONDS = 5

/** `parameter` returns a query parameter of at most 64 characters. */
type ReadHandler<R extends PublicRead> = (
  ctx: Context,
  parameter: (name: string) => string | undefined,
) => Promise<v.InferOutput<R['reply']>>

/** Registers public reads: plain GETs that are the same for everybody. */
export interface Reads {
  /** `isCached: false` for data that can be withdrawn, such as a link: it must not be cached. */
  on<R extends PublicRead>(read: R, handler: ReadHandler<R>, options?: { isCached: boolean }): void
  /** Every registered path, with the base. */
  readonly paths: ReadonlySet<string>
}

/** Every read spends the IP address's budget first. */
export function createReads(app: FastifyInstance, ctx: Context): Reads {
  const paths = new Set<string>()
  return {
    paths,
    on(read, handler, { isCached } = { isCached: true }) {
      const path = ctx.config.apiBase + read.path
      paths.add(path)
      app.get(path, async (request, reply) => {
        await ctx.limits.spend('readIp', request.ip)
        const query = request.query as Record<string, unknown>
        const parameter = (name: string) => {
          const value = query[name]
          return typeof value === 'string' && value.length <= 64 ? value : undefined
        }
        const data = await ctx.load.run(() => handler(ctx, parameter))
        reply.header('cache-control', isCached ? `public, max-age=${CACHE_SECONDS}` : 'no-store')
        return data
      })
    },
  }
}
