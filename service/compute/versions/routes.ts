import type { FastifyInstance } from 'fastify'
import { subscribeToRelease } from '#lib/contract/release-mails.ts'
import { lastVersion, newestPackage, type Release, releasesRead } from '#lib/contract/versions.ts'
import { parseEmailField } from '#service/messaging/mail/email-address.ts'
import type { Context } from '#service/platform/context.ts'
import { type Calls, onAgent } from '#service/platform/http/calls.ts'
import type { Reads } from '#service/platform/http/reads.ts'
import { type Platform, platforms } from '#service/site/downloads/packages.ts'
import { latestRelease, latestReleases } from './queries.ts'
import { saveReleaseMail } from './release-mails.ts'

export function versionRoutes(calls: Calls): void {
  calls.on(lastVersion, ({ ctx }) => latestReleases(ctx.db))
}

export function versionReads(reads: Reads): void {
  reads.on(releasesRead, ({ db }) => latestReleases(db))
}

export function packageAddresses(app: FastifyInstance, ctx: Context): void {
  packageLinks(app, ctx)
  onAgent({ app, ctx }, subscribeToRelease, async ({ input, ip }) => {
    const email = parseEmailField('email', input.email)
    await ctx.limits.spend('tellIp', ip)
    if (!(await ctx.limits.count('tellAll', ''))) await ctx.limits.spend('tellStrainedIp', ip)
    await saveReleaseMail(ctx, { ...input, email })
    return {}
  })
}

/** Links to the newest packages; without one they redirect to the download page. */
function packageLinks(app: FastifyInstance, ctx: Context): void {
  for (const platform of platforms)
    app.get(newestPackage(platform), async (request, reply) => {
      await ctx.limits.spend('readIp', request.ip)
      const release = await latestRelease(ctx.db, platform)
      reply.header('cache-control', 'no-cache')
      return reply.redirect(addressOf(release, request.query) ?? noPackage(request.query, platform))
    })
}

/** The file that the query names by form and architecture; the release's own file if it names none. */
function addressOf(release: Release | null, query: unknown): string | undefined {
  const { form, architecture } = query as { form?: unknown; architecture?: unknown }
  if (form === undefined) return release?.url
  return release?.files?.find((file) => file.form === form && file.architecture === architecture)?.url
}

function noPackage(query: unknown, platform: Platform): string {
  const isChinese = (query as { lang?: unknown }).lang === 'zh'
  return `${isChinese ? '/zh' : ''}/download/#${platform}`
}
