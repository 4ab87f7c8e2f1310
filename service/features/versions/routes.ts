import type { FastifyInstance } from 'fastify'
import { lastVersion, newestPackage, releasesRead } from '#lib/contract/versions.ts'
import type { Context } from '../../context.ts'
import { type Platform, platforms } from '../../downloads.ts'
import type { Calls } from '../../http/calls.ts'
import type { Reads } from '../../http/reads.ts'
import { latestRelease, latestReleases } from './queries.ts'

export function versionRoutes(calls: Calls): void {
  calls.on(lastVersion, ({ ctx }) => latestReleases(ctx.db))
}

export function versionReads(reads: Reads): void {
  reads.on(releasesRead, ({ db }) => latestReleases(db))
}

/** Plain links to the newest packages. Where none is published they lead to what the download page says then. */
export function packageLinks(app: FastifyInstance, ctx: Context): void {
  for (const platform of platforms)
    app.get(newestPackage(platform), async (request, reply) => {
      await ctx.limits.spend('readIp', request.ip)
      const release = await latestRelease(ctx.db, platform)
      reply.header('cache-control', 'no-cache')
      return reply.redirect(release?.url ?? noPackage(request.query, platform))
    })
}

function noPackage(query: unknown, platform: Platform): string {
  const isChinese = (query as { lang?: unknown }).lang === 'zh'
  return `${isChinese ? '/zh' : ''}/download/#${platform}`
}
