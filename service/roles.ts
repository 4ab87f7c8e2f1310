import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#lib/contract/endpoint.ts'
import { serveApi } from './api.ts'
import { allQueues } from './features.ts'
import { startWatching } from './money/deposits/watch-networks.ts'
import { paymentHandlers } from './payment-handlers.ts'
import { systemClock } from './platform/clock.ts'
import type { Context } from './platform/context.ts'
import { aliveAmong } from './platform/http/sessions.ts'
import type { Queue } from './platform/jobs/jobs.ts'
import { openHub } from './platform/live/hub.ts'
import type { Role } from './platform/settings/roles.ts'
import { startGateway } from './rental/gateway.ts'

/** The parts of a node that roles start from. */
export interface NodeParts {
  ctx: Context
  /** Not yet listening. */
  http: FastifyInstance
  /** The database, for sessions that last. */
  sessionUrl: string
}

export interface StartedRole {
  /** The calls that it answers. */
  endpoints?: readonly Endpoint[]
  stop(): Promise<void>
}

/** One part of a node's work, which begins before the node listens and ends after it has drained. */
interface RoleModule {
  start(parts: NodeParts): Promise<StartedRole>
}

/** The queues of a role, whose jobs its nodes run. */
const queuesOf = (ctx: Context, role: Queue['role']): Queue[] =>
  allQueues(ctx).filter((queue) => (queue.role ?? 'jobs') === role)

/** Calls, live streams, the miner's and the host's protocols, the operator's page, packages and the site. */
const api: RoleModule = {
  async start({ ctx, http, sessionUrl: url }) {
    const { db, log, clock } = ctx
    const hub = openHub({ url, db, log, aliveAmong: (ids) => aliveAmong(db, clock.now(), ids) })
    ctx.live = hub
    try {
      return { endpoints: await serveApi(http, ctx), stop: () => hub.close() }
    } catch (error) {
      await hub.close()
      throw error
    }
  },
}

/** Scheduled work, mails and alerts. */
const jobs: RoleModule = {
  start: ({ ctx }) => ctx.jobs.work(queuesOf(ctx, 'jobs')),
}

/** Jobs that poll the nodes of networks: deposits, and payouts until they are final. */
const chain: RoleModule = {
  async start({ ctx }) {
    const work = await ctx.jobs.work(queuesOf(ctx, 'chain'))
    // With another clock, the test that sets it polls the networks, as with jobs.
    const watch = ctx.payments && ctx.clock === systemClock ? startWatching(ctx, paymentHandlers) : undefined
    return {
      async stop() {
        await watch?.stop()
        await work.stop()
      },
    }
  },
}

/** The ports by which renters reach their machines. */
const gateway: RoleModule = {
  async start({ ctx }) {
    const { gateway: settings } = ctx.config
    return settings ? startGateway(ctx, settings) : { stop: async () => undefined }
  },
}

/** Every role, in the order in which they start. */
export const roleModules: Readonly<Record<Role, RoleModule>> = { api, jobs, chain, gateway }
