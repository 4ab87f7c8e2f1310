import type { FastifyInstance } from 'fastify'
import type * as v from 'valibot'
import type { PublicRead } from '#lib/contract/endpoint.ts'
import type { Context } from '../context.ts'

/** Seconds for which a cache may answer in the place of the service. */
const KEPT_SECONDS = 5

/** Registers public reads: plain GETs that are the same for everybody. */
export interface Reads {
  on<R extends PublicRead>(read: R, handler: (ctx: Context) => Promise<v.InferOutput<R['reply']>>): void
  /** Every path that was registered, with the base. */
  readonly paths: ReadonlySet<string>
}

export function createReads(app: FastifyInstance, ctx: Context): Reads {
  const paths = new Set<string>()
  return {
    paths,
    on(read, handler) {
      const path = ctx.config.apiBase + read.path
      paths.add(path)
      app.get(path, async (request, reply) => {
        await ctx.limits.spend('readIp', request.ip)
        const data = await ctx.load.run(() => handler(ctx))
        reply.header('cache-control', `public, max-age=${KEPT_SECONDS}`)
        return data
      })
    },
  }
}
