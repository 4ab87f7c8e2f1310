import type { FastifyInstance } from 'fastify'
import { features } from './feature-list.ts'
import { mailQueues } from './messaging/mail/queue.ts'
import { notifyQueues } from './messaging/notify/delivery.ts'
import { depositQueues } from './money/deposits/jobs.ts'
import { testWalletRoutes } from './money/deposits/routes.ts'
import { paymentHandlers } from './payment-handlers.ts'
import type { Context } from './platform/context.ts'
import type { Calls } from './platform/http/calls.ts'
import type { Reads } from './platform/http/reads.ts'
import type { Queue } from './platform/jobs/jobs.ts'
import { verifyQueues } from './verify-money.ts'

export interface Registries {
  calls: Calls
  reads: Reads
}

/** Registers the calls, public reads and other addresses of every feature. */
export function addFeatures(app: FastifyInstance, ctx: Context, { calls, reads }: Registries): void {
  for (const feature of features) {
    feature.calls?.(calls)
    feature.reads?.(reads)
    feature.addresses?.(app, ctx)
  }
  if (ctx.payments?.testChain) testWalletRoutes(calls)
}

/** Every queue of the service, whichever role runs it. */
export const allQueues = (ctx: Context): Queue[] => [
  ...mailQueues(ctx),
  ...notifyQueues(ctx),
  ...features.flatMap(({ queues }) => queues?.(ctx) ?? []),
  ...depositQueues(ctx, paymentHandlers),
  ...verifyQueues(ctx),
]
