import type pg from 'pg'
import type { SocialSite } from '#lib/rules/social.ts'
import type { Captcha } from './adapters/captcha.ts'
import type { Google } from './adapters/google.ts'
import type { Mail } from './adapters/mail.ts'
import type { Outside } from './adapters/outside.ts'
import type { Push } from './adapters/push.ts'
import type { Site } from './adapters/sites/site.ts'
import type { SocialVerifiers } from './adapters/social.ts'
import type { Telegram } from './adapters/telegram.ts'
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
import type { Payments } from './payments.ts'
import type { Turns } from './turns.ts'

/** What handlers and jobs get. It is built once; every part can be replaced in a test. */
export interface Context {
  config: Config
  db: Database
  pool: pg.Pool
  clock: Clock
  log: Log
  /** Where loops, timers and reconnects report what may fail again and again. */
  faults: FaultLog
  mail: Mail
  captcha: Captcha
  social: SocialVerifiers
  /** Requests to addresses that users name. */
  outside: Outside
  push: Push
  /** The bot that writes alerts; undefined where none is set. */
  telegram: Telegram | undefined
  /** Undefined where no client id is set. */
  google: Google | undefined
  /** Other sites on which users have accounts, those that are set up. */
  sites: Partial<Record<SocialSite, Site>>
  jobs: Jobs
  /** Open pages that hear of what is new. */
  live: Hub
  limits: Limits
  load: Load
  turns: Turns
  /** What the service is paid by; undefined where nothing is set. */
  payments: Payments | undefined
  opener: Sm2Opener
  /** Secret part of every password hash, kept outside the database. */
  pepper: string
}
