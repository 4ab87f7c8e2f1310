import { sql } from 'kysely'
import type { Holding } from '#lib/contract/own-account.ts'
import { type Coin, fromUnits, toUnits } from '#lib/money/coins.ts'
import { withdrawalRefusal } from '#lib/rules/withdrawals.ts'
import type { Holdings } from '#service/identity/own-account/holdings.ts'
import type { Database } from '#service/platform/db/open.ts'
import { ofPlatform } from '../ledger/accounts.ts'
import { post, type Transfer } from '../ledger/post.ts'
import { feeList } from '../withdrawals/fees.ts'
import { holdPending } from '../withdrawals/holds.ts'

/**
 * What an account holds, and what may become of it: a coin that can be withdrawn, dust that no withdrawal can take, now or
 * later, or the balance, which buys and is never withdrawn. What is being withdrawn is not among it.
 */
async function holdingsOf(db: Database, userId: string): Promise<Holding[]> {
  const held = await db
    .selectFrom('ledger_accounts')
    .select(['coin', sql<boolean>`kind = 'balance'`.as('isBalance'), sql<bigint>`sum(balance)`.as('amount')])
    .where('owner', '=', userId)
    .where('kind', 'in', ['available', 'frozen', 'balance'])
    .where('coin', '<>', 'POINTS')
    .where('balance', '>', 0n)
    .groupBy(['coin', 'isBalance'])
    .orderBy('coin')
    .orderBy('isBalance')
    .execute()
  if (held.length === 0) return []
  const fees = await feeList(db)
  const isDust = (coin: Coin, amount: bigint): boolean =>
    fees.every(
      ({ currencyCode, fee }) =>
        currencyCode !== coin ||
        withdrawalRefusal({ coin, amount, fee: toUnits(fee, coin) }, { available: amount, smallUsed: false }),
    )
  return held.map(({ coin, isBalance, amount }) => ({
    currencyCode: coin as Coin,
    amount: fromUnits(amount, coin as Coin),
    fate: isBalance ? 'balance' : isDust(coin as Coin, amount) ? 'dust' : 'withdraw',
  }))
}

/**
 * Gives what a closing account still holds to the platform, as its owner agreed. What is frozen stays under an id, as work does
 * that is settled later: its release finds it. It posts, so it comes last.
 */
async function giveUp(db: Database, { userId, now }: { userId: string; now: number }): Promise<void> {
  const held = await db
    .selectFrom('ledger_accounts')
    .select(['owner', 'coin', 'kind', 'balance'])
    .where('owner', '=', userId)
    .where('kind', 'in', ['available', 'balance'])
    .where('coin', '<>', 'POINTS')
    .where('balance', '>', 0n)
    .execute()
  const transfers = held.map(
    ({ balance, ...account }): Transfer => ({
      operation: `closing/${userId}/${account.coin}/${account.kind}`,
      kind: 'closing',
      entries: [
        { account, amount: -balance },
        { account: ofPlatform(account.coin, 'residue'), amount: balance },
      ],
    }),
  )
  await post(db, transfers, now)
}

export const holdings: Holdings = { holdingsOf, giveUp, holdPending }
