import { sql } from 'kysely'
import type { TaskFailure } from '#lib/contract/tasks.ts'
import { VALID_DEVICE_SECONDS } from '#lib/rules/ambassadors.ts'
import type { FactKind } from '#lib/rules/tasks.ts'
import { dayAfter, dayAt, startOf } from '#lib/time/days.ts'
import type { VerificationResult } from '#service/identity/providers/social.ts'
import { userById } from '#service/identity/users/queries.ts'
import type { Database } from '#service/platform/db/open.ts'

interface FactRequest {
  userId: string
  now: number
}
type Fact = (db: Database, request: FactRequest) => Promise<VerificationResult>

const toFinding = (done: boolean, kind: TaskFailure['kind'], values = {}): VerificationResult =>
  done ? { done } : { done, why: { kind, values } }

/** Verification of tasks by the service's own data, by kind. */
export const facts: Readonly<Record<FactKind, Fact>> = {
  async 'bind-device'(db, { userId }) {
    const device = await db.selectFrom('devices').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()
    return toFinding(device !== undefined, 'no-device')
  },

  async 'mine-day'(db, { userId, now }) {
    const seconds = await longestToday(db, { userId, now })
    const minutes = Math.floor(seconds / 60)
    const values = { hours: String(Math.floor(minutes / 60)), minutes: String(minutes % 60) }
    return toFinding(seconds > VALID_DEVICE_SECONDS, 'too-short', values)
  },

  /** Counts points, so that an invitation that was taken back does not count. */
  async invite(db, { userId }) {
    const { points } = await db
      .selectFrom('points')
      .select(({ fn }) => fn.sum<bigint | null>('amount').as('points'))
      .where('user_id', '=', userId)
      .where('source', '=', 'referral')
      .executeTakeFirstOrThrow()
    return toFinding((points ?? 0n) > 0n, 'no-friend')
  },

  async 'payment-password'(db, { userId }) {
    const { payment_password_hash: hash } = await userById(db, userId)
    return toFinding(hash !== null, 'no-payment-password')
  },
}

/** Proven seconds of the device that was online longest on the current UTC day, unbound ones included. */
export async function longestToday(db: Database, { userId, now }: FactRequest): Promise<number> {
  const day = dayAt(now)
  const { rows } = await sql<{ seconds: string }>`
    select sum(seconds) as seconds from devices join device_hours on device_id = devices.id
    where user_id = ${userId} and hour >= ${new Date(startOf(day))} and hour < ${new Date(startOf(dayAfter(day)))}
    group by device_id order by 1 desc limit 1`.execute(db)
  return Number(rows[0]?.seconds ?? 0)
}
