import { sql } from 'kysely'
import { fromUnits } from '#lib/money/coins.ts'
import { HOST_GONE_MS, HOUR_MS, shareOf } from '#lib/rules/gpu.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import { ofPlatform, ofUser } from '#service/money/ledger/accounts.ts'
import { post, type Transfer } from '#service/money/ledger/post.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'

/** An hour can be settled this long after its beginning: then it is over, and a silent host would have made it free. */
const SETTLE_AFTER_MS = HOUR_MS + 4 * HOST_GONE_MS

interface Day {
  gpu_id: string
  owner_id: string
  day: string
  part: number
  hours: number
  brought: bigint
  share: number
}

/**
 * Pays hosts their share of finished hours, by machine and UTC day. An hour is settled once; hours of a day that are settled later
 * form another part of it. Returns the number of parts.
 */
export const settleHosts = (ctx: Context): Promise<number> =>
  ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now()
    // Serialises settlements of all nodes.
    await db.selectFrom('gpu_watch').selectAll().forUpdate().execute()
    const days = await openDays(db, now)
    const transfers = days.flatMap((day) => transferOf(day))
    for (const day of days) await insertEarning(db, day, now)
    if (transfers.length > 0) await post(db, transfers, now)
    return days.length
  })

/** Marks hours as settled and sums them by machine, day and share, because rentals of one day may have different shares. */
async function openDays(db: Database, now: number): Promise<Day[]> {
  const { rows } = await sql<Day>`
    with settled as (
      update gpu_rental_hours set settled_day = (begins_at at time zone 'UTC')::date
      from gpu_rentals join gpus on gpus.id = gpu_id
      where gpu_rentals.id = rental_id and owner_id is not null and settled_day is null and returned_at is null
        and running_at is not null
        and begins_at < date_trunc('day', ${new Date(now)}::timestamptz, 'UTC')
        and begins_at <= ${new Date(now - SETTLE_AFTER_MS)}
        -- The last hour of a rental that was paused ends later, and may still be refunded.
        and not (state = 'running' and hour = hours_charged
          and (paused_at is not null or paid_until > ${new Date(now - SETTLE_AFTER_MS + HOUR_MS)}))
      returning gpu_id, owner_id, settled_day, amount, gpu_rentals.share
    )
    select s.gpu_id, owner_id, settled_day::text as day, count(*)::int as hours, sum(amount) as brought, share,
      (row_number() over (partition by s.gpu_id, settled_day order by share)
        + coalesce((select max(part) from gpu_earnings e where e.gpu_id = s.gpu_id and e.day = settled_day), 0))::int as part
    from settled s group by s.gpu_id, owner_id, settled_day, share
    order by owner_id, s.gpu_id, settled_day, share`.execute(db)
  return rows
}

const operationOf = ({ gpu_id, day, part }: Day): string => `rental-share/${gpu_id}/${day}/${part}`

function transferOf(day: Day): Transfer[] {
  const amount = shareOf(day.brought, day.share)
  if (amount === 0n) return []
  const entries = [
    { account: ofPlatform('USDT', 'rentals'), amount: -amount },
    { account: ofUser(day.owner_id, 'USDT', 'available'), amount },
  ]
  return [{ operation: operationOf(day), kind: 'rental-share', entries }]
}

async function insertEarning(db: Database, of: Day, now: number): Promise<void> {
  const { gpu_id, day, part, hours, owner_id } = of
  const amount = shareOf(of.brought, of.share)
  const row = { gpu_id, day, part, user_id: owner_id, hours, brought: of.brought, amount }
  await db
    .insertInto('gpu_earnings')
    .values({ ...row, settled_at: new Date(now) })
    .execute()
  const { model } = await db.selectFrom('gpus').select('model').where('id', '=', gpu_id).executeTakeFirstOrThrow()
  await notify(db, {
    ...{ userId: owner_id, source: operationOf(of), kind: 'rentalShare', at: now },
    values: { model, day, hours: String(hours), amount: fromUnits(amount, 'USDT') },
  })
}
