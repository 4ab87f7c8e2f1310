import type pg from 'pg'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import type { FaultLog } from './fault-log.ts'
import type { Limits } from './http/limits.ts'
import type { Load } from './http/load.ts'
import type { Sm2Opener } from './http/sm2/opener.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Hub } from './live/hub.ts'
import type { Log } from './log.ts'
import type { Mutex } from './mutex.ts'
import type { OutboundClient } from './outbound.ts'

/**
 * The dependencies of handlers and jobs. start.ts builds it once, and a test can replace every part. The areas above the
 * platform add their own parts in a `context.ts` each, by declaration merging.
 */
export interface Context {
  config: Config
  db: Database
  pool: pg.Pool
  clock: Clock
  log: Log
  /** Loops, timers and reconnects report failures here that may repeat. */
  faults: FaultLog
  /** Sends requests to addresses that users enter (guards against SSRF). */
  outbound: OutboundClient
  jobs: Jobs
  /** The open event streams of this node. */
  live: Hub
  limits: Limits
  load: Load
  mutex: Mutex
  opener: Sm2Opener
  /** Secret part of every password hash, stored outside the database. */
  pepper: string
}
