import { fromUnits } from '#lib/money/coins.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import type { Database } from '#service/platform/db/open.ts'
import { Refusal } from '#service/platform/http/refusal.ts'
import { balanceAccount, ofPlatform } from '../ledger/accounts.ts'
import { balanceOf } from '../ledger/balances.ts'
import { post } from '../ledger/post.ts'

export interface Spending {
  userId: string
  amount: bigint
  /** Names it once and for all in the ledger, such as `order/ID/balance`. */
  operation: string
  /** Begins with `order` or `rental`. */
  kind: string
  /** Whose account of the platform gets it. */
  to: 'orders' | 'rentals'
  now: number
}

/** What a user has to spend. */
export const balanceUnits = (db: Database, userId: string): Promise<bigint> => balanceOf(db, balanceAccount(userId))

/**
 * Pays from the balance, in the caller's transaction, which holds the user's row; it posts, so it comes last. Refuses
 * BALANCE_SHORT, with `balance` and `amount`, and then nothing has happened.
 */
export async function payFromBalance(db: Database, spending: Spending): Promise<void> {
  const { userId, amount, operation, kind, to, now } = spending
  const held = await balanceUnits(db, userId)
  if (held < amount)
    throw new Refusal('BALANCE_SHORT', { balance: fromUnits(held, 'USDT'), amount: fromUnits(amount, 'USDT') })
  await tellWhenLow(db, { userId, left: held - amount, now })
  const entries = [
    { account: balanceAccount(userId), amount: -amount },
    { account: ofPlatform('USDT', to), amount },
  ]
  await post(db, [{ operation, kind, entries }], now)
}

/** Tells of a balance below its threshold, once until it has been above it. */
export async function tellWhenLow(
  db: Database,
  { userId, left, now }: { userId: string; left: bigint; now: number },
): Promise<void> {
  const alert = await db.selectFrom('balance_alerts').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!alert) return
  const isLow = left < alert.threshold
  if (isLow === alert.told) return
  await db.updateTable('balance_alerts').set({ told: isLow }).where('user_id', '=', userId).execute()
  if (!isLow) return
  const values = { balance: fromUnits(left, 'USDT'), threshold: fromUnits(alert.threshold, 'USDT') }
  await notify(db, {
    userId,
    source: `balance-low/${now}`,
    kind: 'balanceLow',
    values,
    at: now,
  })
}
