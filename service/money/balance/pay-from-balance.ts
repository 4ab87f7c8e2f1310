import { fromUnits } from '#lib/money/coins.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { balanceAccount, ofPlatform } from '../ledger/accounts.ts'
import { balanceOf } from '../ledger/balances.ts'
import type { Transfer } from '../ledger/post.ts'

export interface BalancePayment {
  userId: string
  amount: bigint
  /** Operation key in the ledger, for example `order/ID/balance`. */
  operation: string
  /** Begins with `order` or `rental`. */
  kind: string
  /** The platform's account that receives the amount. */
  to: 'orders' | 'rentals'
  now: number
}

/** A user's spendable USDT, in smallest units. */
export const balanceUnits = (db: Database, userId: string): Promise<bigint> => balanceOf(db, balanceAccount(userId))

/**
 * Prepares a payment from the balance in the caller's transaction, which must hold the user's row and post the returned transfer last.
 * Throws the refusal BALANCE_SHORT, with `balance` and `amount`, before anything is written.
 */
export async function prepareBalancePayment(db: Database, spending: BalancePayment): Promise<Transfer> {
  const { userId, amount, operation, kind, to, now } = spending
  const held = await balanceUnits(db, userId)
  if (held < amount)
    throw new RefusalError('BALANCE_SHORT', { balance: fromUnits(held, 'USDT'), amount: fromUnits(amount, 'USDT') })
  await notifyWhenLow(db, { userId, left: held - amount, now })
  const entries = [
    { account: balanceAccount(userId), amount: -amount },
    { account: ofPlatform('USDT', to), amount },
  ]
  return { operation, kind, entries }
}

/** Notifies a user whose balance is below the threshold, once until the balance has been above it again. */
export async function notifyWhenLow(
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
