import type { FastifyInstance } from 'fastify'
import { hostPoll } from '#lib/contract/host.ts'
import type { Context } from '#service/platform/context.ts'
import { onAgent } from '#service/platform/http/calls.ts'
import { takePoll } from './hosts.ts'

/** The host's side, under /host. */
export function hostRoutes(app: FastifyInstance, ctx: Context): void {
  onAgent({ app, ctx, tokenHeader: 'host-token' }, hostPoll, ({ input, deviceTokenHash }) =>
    takePoll(ctx, deviceTokenHash, input),
  )
}
