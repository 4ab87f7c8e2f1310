import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Calls } from '../http/calls.ts'
import type { Reads } from '../http/reads.ts'
import type { Queue } from '../jobs/jobs.ts'
import { accountQueues } from './accounts/jobs.ts'
import { accountRoutes } from './accounts/routes.ts'
import { activityRoutes } from './activity/routes.ts'
import { deviceQueues } from './devices/jobs.ts'
import { agentRoutes, deviceRoutes } from './devices/routes.ts'
import { earningQueues } from './earnings/jobs.ts'
import { earningRoutes } from './earnings/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { noticeQueues } from './notices/jobs.ts'
import { noticeRoutes } from './notices/routes.ts'
import { paymentPasswordRoutes } from './payment-password/routes.ts'
import { pointRoutes } from './points/routes.ts'
import { statusRoutes } from './status/routes.ts'
import { taskQueues } from './tasks/jobs.ts'
import { taskRoutes } from './tasks/routes.ts'
import { verifyQueues } from './verifying.ts'
import { packageLinks, versionRoutes } from './versions/routes.ts'
import { walletRoutes } from './wallets/routes.ts'
import { withdrawalQueues } from './withdrawals/jobs.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'

export interface Doors {
  calls: Calls
  reads: Reads
}

/** Every feature, in one place: its calls and public reads, and its jobs below. */
export function addFeatures(app: FastifyInstance, ctx: Context, { calls, reads }: Doors): void {
  accountRoutes(calls)
  activityRoutes(calls)
  deviceRoutes(calls)
  earningRoutes(calls)
  paymentPasswordRoutes(calls)
  walletRoutes(calls)
  withdrawalRoutes(calls)
  messageRoutes(calls)
  noticeRoutes(calls)
  pointRoutes(calls)
  taskRoutes(calls)
  statusRoutes(reads)
  versionRoutes(calls, reads)
  packageLinks(app, ctx)
  agentRoutes(app, ctx)
}

export const allQueues = (ctx: Context): Queue[] => [
  ...accountQueues(ctx),
  ...deviceQueues(ctx),
  ...earningQueues(ctx),
  ...withdrawalQueues(ctx),
  ...noticeQueues(ctx),
  ...taskQueues(ctx),
  ...verifyQueues(ctx),
]
