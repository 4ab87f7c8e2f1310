import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import type { Check } from './db/check.ts'
import type { TableName } from './db/tables.ts'
import type { Calls } from './http/calls.ts'
import type { Reads } from './http/reads.ts'
import type { Queue } from './jobs/jobs.ts'
import type { Command } from './operator/act.ts'
import type { OwnData } from './own-data.ts'

/**
 * The parts that a feature adds to the service. Its folder declares them in `feature.ts`, and service/feature-list.ts lists the
 * feature. Areas add parts of their own by declaration merging, as to `Context`.
 */
export interface Feature {
  /** The tables of others that its queries read; scripts/check-tables.mjs compares them with its SQL. */
  readonly readsTables?: readonly TableName[]
  /** Registers its calls of the contract. */
  readonly calls?: (calls: Calls) => void
  /** Registers its public reads. */
  readonly reads?: (reads: Reads) => void
  /** Registers other routes, such as the miner's. */
  readonly addresses?: (app: FastifyInstance, ctx: Context) => void
  /** Its job queues, with a schedule or fed by `send`. */
  readonly queues?: (ctx: Context) => readonly Queue[]
  /** Its invariants. */
  readonly checks?: readonly Check[]
  /** The user's data that it holds, for export and erasure. */
  readonly ownData?: OwnData
  /** The acts of its operators; the service does not load them. */
  readonly commands?: () => Promise<readonly Command[]>
}
