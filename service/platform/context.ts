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
 * The parts that handlers and jobs get. It is built once, by start.ts, and a test can replace every part. The areas above the
 * platform add their own parts in a `context.ts` each, by declaration merging.
 */
export interface Context {
  config: Config
  db: Database
  pool: pg.Pool
  clock: Clock
  log: Log
  /** Where loops, timers and reconnects report what may fail again and again. */
  faults: FaultLog
  /** Requests to addresses that users name. */
  outbound: OutboundClient
  jobs: Jobs
  /** Open pages that hear of news. */
  live: Hub
  limits: Limits
  load: Load
  mutex: Mutex
  opener: Sm2Opener
  /** Secret part of every password hash, kept outside the database. */
  pepper: string
}
