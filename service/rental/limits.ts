import { imageProblems, liveStates, MAX_RENTALS, UNUSED_TO_SLOW } from '#lib/rules/gpu.ts'
import { GIVEN_UP_WITHIN_SECONDS, restrictedUntil } from '#lib/rules/restriction.ts'
import { utcMinuteFrom } from '#lib/time/format.ts'
import { minuteFrom } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'

const shown = (until: number) => ({ until: minuteFrom(until), time: utcMinuteFrom(until) })

/** Throws the refusal of another rental. The user's row must be locked, so that no rental begins concurrently. */
export async function assertCanRent(db: Database, of: { userId: string; gpuId: string; now: number }): Promise<void> {
  const { count } = await db
    .selectFrom('gpu_rentals')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', of.userId)
    .where('state', 'in', [...liveStates])
    .executeTakeFirstOrThrow()
  const live = Number(count)
  if (live >= MAX_RENTALS) throw new RefusalError('TOO_MANY_RENTALS', { most: MAX_RENTALS })
  const unused = await releasedUnused(db, of)
  const times = unused.map(({ at }) => at)
  const slowed = restrictedUntil(times, UNUSED_TO_SLOW, of.now)
  if (slowed === undefined) return
  if (live > 0) throw new RefusalError('ONE_RENTAL_AT_A_TIME', shown(slowed))
  // Without this, one user could still block a machine by renting it repeatedly.
  const until = restrictedUntil(
    times.filter((_, index) => unused[index]?.gpuId === of.gpuId),
    1,
    of.now,
  )
  if (until !== undefined) throw new RefusalError('GPU_RELEASED_UNUSED', shown(until))
}

/** Rentals that were over before they were ready, by their user or by the chosen image: they cost nothing and blocked the machine. */
async function releasedUnused(db: Database, { userId, now }: { userId: string; now: number }) {
  const rows = await db
    .selectFrom('gpu_rentals')
    .select(['gpu_id', 'stopped_at'])
    .where('user_id', '=', userId)
    .where('reason', 'in', ['released', ...imageProblems])
    .where('running_at', 'is', null)
    .where('stopped_at', '>', new Date(now - 3 * GIVEN_UP_WITHIN_SECONDS * 1000))
    .execute()
  return rows.map((row) => ({ gpuId: row.gpu_id, at: row.stopped_at?.getTime() ?? 0 }))
}
