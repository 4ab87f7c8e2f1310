import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Calls } from '../http/calls.ts'
import type { Reads } from '../http/reads.ts'
import type { Queue } from '../jobs/jobs.ts'
import type { Check } from '../ledger/verify.ts'
import type { Command } from '../operate/command.ts'
import type { Taker } from './deposits/taker.ts'

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
