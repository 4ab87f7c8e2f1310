import type { Feature } from '#service/platform/feature.ts'
import { proofQueues } from './jobs.ts'
import { proofOwnData } from './own-data.ts'
import { proofReads, proofRoutes } from './routes.ts'

export const proofs: Feature = {
  readsTables: ['ledger_accounts', 'ledger_head', 'users'],
  calls: proofRoutes,
  reads: proofReads,
  queues: proofQueues,
  ownData: proofOwnData,
}
