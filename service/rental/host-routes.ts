import type { FastifyInstance } from 'fastify'
import { hostPoll } from '#lib/contract/host.ts'
import type { Context } from '#service/platform/context.ts'
import { onAgent } from '#service/platform/http/calls.ts'
import { handlePoll } from './hosts.ts'

/** Routes of the host program, under /host. */
export function hostRoutes(app: FastifyInstance, ctx: Context): void {
  onAgent({ app, ctx, tokenHeader: 'host-token' }, hostPoll, ({ input, deviceTokenHash }) =>
    handlePoll(ctx, deviceTokenHash, input),
  )
}
