import type { FastifyInstance } from 'fastify'
import { hostPoll } from '#lib/contract/host.ts'
import type { Context } from '#service/platform/context.ts'
import { onAgent } from '#service/platform/http/calls.ts'
import { handlePoll } from './hosts.ts'
import { terminalSockets } from './terminals.ts'

/** Routes of the host program, under /host, and the WebSockets of terminals. */
export function hostRoutes(app: FastifyInstance, ctx: Context): void {
  terminalSockets(app, ctx)
  onAgent({ app, ctx, tokenHeader: 'host-token' }, hostPoll, ({ input, deviceTokenHash }) =>
    handlePoll(ctx, deviceTokenHash, input),
  )
}
