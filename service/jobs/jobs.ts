import { fromKysely, PgBoss } from 'pg-boss'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'

/** Work that happens later, at least once, on any node: mails and the nightly cleaning. */
export interface Jobs {
  /** Puts a job into the queue as part of the caller's transaction: no transaction, no job. */
  send(transaction: Database, name: string, data: object): Promise<void>
  start(queues: readonly Queue[]): Promise<void>
  isReady(): boolean
  close(): Promise<void>
}

export interface Queue {
  name: string
  /** Cron in UTC; absent for queues that are sent to. */
  cron?: string
  retryLimit?: number
  run(data: unknown): Promise<void>
}

export function createJobs(databaseUrl: string, log: Log): Jobs {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 4, clockMonitorIntervalSeconds: 600 })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  let ready = false
  return {
    async send(transaction, name, data) {
      await boss.send(name, data, { db: fromKysely(transaction) })
    },
    async start(queues) {
      await boss.start()
      for (const queue of queues) {
        await boss.createQueue(queue.name, { retryLimit: queue.retryLimit ?? 3, retryDelay: 5, retryBackoff: true })
        if (queue.cron) await boss.schedule(queue.name, queue.cron, null, { tz: 'UTC' })
        await boss.work(queue.name, { pollingIntervalSeconds: 0.5 }, async ([job]) => {
          if (job) await queue.run(job.data)
        })
      }
      ready = true
    },
    isReady: () => ready,
    async close() {
      ready = false
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
