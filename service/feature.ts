import type { FastifyInstance } from 'fastify'
import type { Context } from './platform/context.ts'
import type { Taker } from './money/deposits/taker.ts'
import type { Check } from './money/ledger/verify.ts'
import type { Calls } from './platform/http/calls.ts'
import type { Reads } from './platform/http/reads.ts'
import type { Queue } from './platform/jobs/jobs.ts'
import type { Command } from './platform/operator/act.ts'

/** What a feature adds to the service. Its folder says so in `feature.ts`, and `list.ts` names it. */
export interface Feature {
  /** Registers its calls of the contract. */
  readonly calls?: (calls: Calls) => void
  /** Registers its public reads. */
  readonly reads?: (reads: Reads) => void
  /** Registers addresses that are neither, such as the miner's. */
  readonly addresses?: (app: FastifyInstance, ctx: Context) => void
  /** Its jobs, by time or sent to. */
  readonly queues?: (ctx: Context) => readonly Queue[]
  /** Its invariants of money. */
  readonly checks?: readonly Check[]
  /** What it is paid for on chain. */
  readonly takers?: readonly Taker[]
  /** Its commands of the operator's program, which the service does not load. */
  readonly commands?: () => Promise<readonly Command[]>
}
