import { sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'

export interface QueueCount {
  to: string
  key: 'pending' | 'approved' | 'reports' | 'invitations'
  count: number
}

/** How much waits for an operator: counts only, which need no audit line. */
export async function countQueues(db: Database): Promise<QueueCount[]> {
  const { rows } = await sql<{ pending: number; approved: number; reports: number; invitations: number }>`select
    (select count(*)::int from withdrawals where status = 'pending') as pending,
    (select count(*)::int from withdrawals where status = 'approved') as approved,
    (select count(*)::int from reports where closed_at is null and (
      select author from report_words where report_id = reports.id order by number desc limit 1) = 'user') as reports,
    (select count(*)::int from invitations where review = 'held') as invitations`.execute(db)
  const counts = rows[0] ?? { pending: 0, approved: 0, reports: 0, invitations: 0 }
  return [
    { to: '/withdrawals', key: 'pending', count: counts.pending },
    { to: '/withdrawals', key: 'approved', count: counts.approved },
    { to: '/reports', key: 'reports', count: counts.reports },
    { to: '/invitations', key: 'invitations', count: counts.invitations },
  ]
}
