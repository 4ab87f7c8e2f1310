import { votePage } from '#lib/contract/page-votes.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { knownPages } from './known-pages.ts'
import { addVotes } from './queries.ts'
import { votedPage } from './rules.ts'

export function voteRoutes(calls: Calls): void {
  calls.on(votePage, async ({ ctx, input, ip }) => {
    await ctx.limits.spend('voteIp', ip)
    const page = votedPage(input.path, knownPages())
    if (!page) throw new RefusalError('PAGE_UNKNOWN')
    await addVotes(ctx.db, { ...page, yes: Number(input.isHelpful), no: Number(!input.isHelpful) })
    return {}
  })
}
