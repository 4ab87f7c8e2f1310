import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Calls } from '../http/calls.ts'
import type { Reads } from '../http/reads.ts'
import type { Queue } from '../jobs/jobs.ts'
import { mailQueues } from '../mail/queue.ts'
import { notifyQueues } from '../notify/delivering.ts'
import { depositQueues } from './deposits/jobs.ts'
import { testWalletRoutes } from './deposits/routes.ts'
import { features } from './list.ts'
import { takers } from './takers.ts'
import { verifyQueues } from './verifying.ts'

export interface Doors {
  calls: Calls
  reads: Reads
}

/** Opens the calls, public reads and other addresses of every feature. */
export function addFeatures(app: FastifyInstance, ctx: Context, { calls, reads }: Doors): void {
  for (const feature of features) {
    feature.calls?.(calls)
    feature.reads?.(reads)
    feature.addresses?.(app, ctx)
  }
  if (ctx.payments?.testChain) testWalletRoutes(calls)
}

export const allQueues = (ctx: Context): Queue[] => [
  ...mailQueues(ctx),
  ...notifyQueues(ctx),
  ...features.flatMap(({ queues }) => queues?.(ctx) ?? []),
  ...depositQueues(ctx, takers),
  ...verifyQueues(ctx),
]
