import { fromKysely, type JobResult, PgBoss } from 'pg-boss'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { Role } from '../settings/roles.ts'

/** Jobs run later, at least once, on a node with the role of its queue: for example mails and the nightly cleaning. */
export interface Jobs {
  /** Queues a job in the caller's transaction: no commit, no job. */
  send(transaction: Database, name: string, data: object): Promise<void>
  /** Queues many jobs with one statement, in the caller's transaction. */
  sendAll(transaction: Database, name: string, jobs: readonly Job[]): Promise<void>
  /** Cancels a job that waits; does nothing where it has ended. */
  cancel(name: string, id: string): Promise<void>
  /** Makes every queue ready to be sent to, and sets the timetable. */
  start(queues: readonly Queue[]): Promise<void>
  /** Runs the jobs of these queues on this node, until it is stopped. */
  work(queues: readonly Queue[]): Promise<{ stop(): Promise<void> }>
  isReady(): boolean
  close(): Promise<void>
}

export interface Job {
  data: object
  /** A UUID: a job whose id the queue has had is not queued again. */
  id?: string
  /** In place of the queue's own: how often, and the longest pause between. */
  retry?: { limit: number; maxDelaySeconds: number }
}

export interface Queue {
  name: string
  /** Cron in UTC; absent where only sent jobs start it. */
  cron?: string
  /** It has a cron and receives sent jobs too. */
  isSent?: true
  retryLimit?: number
  /** The longest pause between retries, which double from 5 s on. */
  maxDelaySeconds?: number
  /** Seconds after which a job whose node was killed is retried; a job must end sooner. Default 900. */
  expireSeconds?: number
  /** The nodes that run it: those with the role `jobs` by default. */
  role?: Extract<Role, 'jobs' | 'chain'>
  run(data: unknown): Promise<void>
}

/** Time after which a job counts as lost with its node. */
const EXPIRE_SECONDS = 900

/** Time limit of the queue's queries, for a database that may be gone. */
const QUERY_MS = 20_000

/**
 * Seconds after which a scheduled job that no node has taken is dropped: while no node has the role of a queue, its jobs would
 * pile up. A job of one hour of the day waits for the next one, so that a nightly check is late after an outage, never skipped.
 */
const keptSeconds = (cron: string): number => (cron.split(' ')[1] === '*' ? 3_600 : 86_400)

/**
 * NOTIFY wakes the workers when a job is sent, so polling is only needed for jobs that wait for a retry; without NOTIFY it
 * polls twice a second. A full batch is followed by the next at once: otherwise a hundred mails would take a minute.
 */
const workOptions = {
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: 5,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

/** Each job of a batch ends by itself: a failed job is retried, the others are not. */
async function runJob(queue: Queue, job: { id: string; data: unknown }, log: Log): Promise<JobResult> {
  try {
    await queue.run(job.data)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    log.warn({ err: error, queue: queue.name, job: job.id }, 'a job failed and will be retried')
    return { id: job.id, status: 'failed', output: { message: error instanceof Error ? error.message : 'failed' } }
  }
}

interface JobsOptions {
  /** Whether jobs begin by the machine's clock; with another clock, the test that sets it runs them. */
  byCron: boolean
  /** Whether this node sends the scheduled jobs and cleans the queues; any number of nodes may. */
  keepsTimetable: boolean
}

export function createJobs(databaseUrl: string, log: Log, { byCron, keepsTimetable }: JobsOptions): Jobs {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 4,
    schedule: byCron && keepsTimetable,
    supervise: keepsTimetable,
    clockMonitorIntervalSeconds: 600,
    useListenNotify: true,
    // Passed on to its pool, which drops a connection whose query has failed.
    ...{ query_timeout: QUERY_MS },
  })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed: check that the database answers'))
  let ready = false
  return {
    async send(transaction, name, data) {
      await boss.send(name, data, { db: fromKysely(transaction) })
    },
    async sendAll(transaction, name, jobs) {
      if (jobs.length === 0) return
      await boss.insert(
        name,
        jobs.map(({ data, id, retry }) => ({
          data,
          ...(id !== undefined && { id }),
          ...(retry && {
            retryLimit: retry.limit,
            retryDelay: 5,
            retryBackoff: true,
            retryDelayMax: retry.maxDelaySeconds,
          }),
        })),
        { db: fromKysely(transaction) },
      )
    },
    async cancel(name, id) {
      await boss.cancel(name, id)
    },
    async start(queues) {
      await boss.start()
      // Only changes are written: a start reads twice instead of four times per queue.
      const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      const crons = new Map((await boss.getSchedules()).map(({ name, cron, options }) => [name, { cron, options }]))
      for (const queue of queues) {
        const limits = { retryLimit: queue.retryLimit ?? 3, expireInSeconds: queue.expireSeconds ?? EXPIRE_SECONDS }
        const { maxDelaySeconds: retryDelayMax } = queue
        const options = {
          ...limits,
          ...{ retryDelay: 5, retryBackoff: true, notify: true },
          ...(retryDelayMax !== undefined && { retryDelayMax }),
        }
        const found = existing.get(queue.name)
        if (!found) await boss.createQueue(queue.name, options)
        else if (
          !found.notify ||
          found.retryLimit !== limits.retryLimit ||
          found.expireInSeconds !== limits.expireInSeconds
        )
          await boss.updateQueue(queue.name, options)
        const schedule = crons.get(queue.name)
        if (!queue.cron) continue
        const retentionSeconds = keptSeconds(queue.cron)
        if (schedule?.cron !== queue.cron || schedule.options?.retentionSeconds !== retentionSeconds)
          await boss.schedule(queue.name, queue.cron, null, { tz: 'UTC', retentionSeconds })
      }
      ready = true
    },
    async work(queues) {
      // With another clock, the queues that are filled by the hour remain empty.
      const worked = queues.filter(({ cron, isSent }) => !cron || isSent || byCron)
      for (const queue of worked)
        await boss.work(queue.name, workOptions, (jobs) => Promise.all(jobs.map((job) => runJob(queue, job, log))))
      return {
        async stop() {
          // Jobs that run go on; the end of the queues waits for them.
          await Promise.all(worked.map(({ name }) => boss.offWork(name, { wait: false })))
        },
      }
    },
    isReady: () => ready,
    async close() {
      ready = false
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
