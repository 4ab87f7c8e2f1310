import { sql } from 'kysely'
import { closingObstacles, type Holding } from '#lib/contract/own-account.ts'
import { RECHARGE_IDLE_MS } from '#lib/rules/payments.ts'
import type { Database } from '#service/platform/db/open.ts'

type Obstacle = (typeof closingObstacles)[number]

/**
 * What stands in the way: money that can be withdrawn, and what is under way. Points are worth nothing elsewhere. An address
 * that was asked for and not paid to is waited for as long as its user is told to wait.
 */
export async function obstaclesOf(
  db: Database,
  { userId, holdings, now }: { userId: string; holdings: readonly Holding[]; now: number },
): Promise<Obstacle[]> {
  const { rows } = await sql<Record<Exclude<Obstacle, 'balance'>, boolean>>`
    select
      exists (select from withdrawals where user_id = ${userId} and status in ('pending', 'approved')) as withdrawals,
      exists (
        select from orders where user_id = ${userId}
          and (status in ('pending', 'paying') or (status = 'success' and coalesce(ends_at > ${new Date(now)}, true)))
      ) as orders,
      exists (
        select from gpu_rentals join gpus on gpus.id = gpu_id
        where ${userId} in (user_id, owner_id) and ended_at is null
      ) as rentals,
      exists (
        select from recharges join deposit_addresses on purpose = 'recharge' and subject_id = recharges.id
        where recharges.user_id = ${userId} and credited = 0 and asked_at > ${new Date(now - RECHARGE_IDLE_MS)}
      ) or exists (
        select from chain_receipts join deposit_addresses on number = deposit
        where user_id = ${userId} and state = 'seen'
      ) or exists (select from refunds where user_id = ${userId} and outcome is null) as deposits`.execute(db)
  const found = { ...rows[0], balance: holdings.some(({ fate }) => fate === 'withdraw') }
  return closingObstacles.filter((one) => found[one])
}
