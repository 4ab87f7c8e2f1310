import { sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'

/** Days for which an alarm counts, so that a weekend's alarms are still there on Monday. */
export const ALARM_DAYS = 7

export const queueKeys = [
  'pending',
  'approved',
  'reports',
  'proofs',
  'offers',
  'invitations',
  'ambassadors',
  'deposits',
  'refunds',
  'alarms',
] as const
export type QueueKey = (typeof queueKeys)[number]

export interface QueueCount {
  key: QueueKey
  count: number
  /** When the oldest began to wait; null for an empty queue. */
  oldest: Date | null
}

/** How much waits for an operator, and since when: counts only, which need no audit line. Each part has an index of what is open. */
export async function countQueues(db: Database, now: number): Promise<QueueCount[]> {
  const until = new Date(now)
  const { rows } = await sql<QueueCount>`
    select 'pending' as key, count(*)::int as count, min(requested_at) as oldest from withdrawals
      where status = 'pending' and requested_at <= ${until}
    union all select 'approved', count(*)::int, min(requested_at) from withdrawals
      where status = 'approved' and requested_at <= ${until}
    union all select 'reports', count(*)::int, min(last.at) from reports
      cross join lateral (
        select author, at from report_words where report_id = reports.id order by number desc limit 1) last
      where closed_at is null and reports.at <= ${until} and author = 'user'
    union all select 'proofs', count(*)::int, min(asked_at) from task_entries
      where status = 'pending' and proof is not null and asked_at <= ${until}
    union all select 'offers', count(*)::int, min(asked_at) from gpu_requests
      where state = 'waiting' and asked_at <= ${until}
    union all select 'invitations', count(*)::int, min(judged_at) from invitations
      where review = 'held' and judged_at <= ${until}
    union all select 'ambassadors', count(*)::int, min(asked_at) from ambassador_applications where state = 'open'
    union all select 'deposits', count(*)::int, min(differs_since) from deposit_reconciliations
      where differs_since is not null
    union all select 'refunds', count(*)::int, min(begun_at) from refunds where outcome is null
    union all select 'alarms', count(*)::int, min(told_at) from alarms
      where told_at > ${new Date(now - ALARM_DAYS * 86_400_000)}`.execute(db)
  return rows
}
