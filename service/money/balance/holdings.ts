import type { Holding } from '#lib/contract/own-account.ts'
import { type Coin, fromUnits, toUnits } from '#lib/money/coins.ts'
import { withdrawalRefusal } from '#lib/rules/withdrawals.ts'
import type { Holdings } from '#service/identity/own-account/holdings.ts'
import type { Database } from '#service/platform/db/open.ts'
import { ofPlatform } from '../ledger/accounts.ts'
import { balancesOf } from '../ledger/balances.ts'
import { post, type Transfer } from '../ledger/post.ts'
import { feeList } from '../withdrawals/fees.ts'
import { holdPending } from '../withdrawals/holds.ts'

/** Amounts of an account by coin, with earned and prepaid amounts apart. */
async function heldBy(db: Database, userId: string): Promise<{ coin: Coin; isBalance: boolean; amount: bigint }[]> {
  const sums = new Map<string, { coin: Coin; isBalance: boolean; amount: bigint }>()
  const accounts = await balancesOf(db, { owners: [userId], kinds: ['available', 'frozen', 'balance'] })
  for (const { coin, kind, balance } of accounts) {
    if (coin === 'POINTS' || balance <= 0n) continue
    const isBalance = kind === 'balance'
    const key = `${coin}/${isBalance}`
    sums.set(key, { coin, isBalance, amount: (sums.get(key)?.amount ?? 0n) + balance })
  }
  return [...sums.values()].sort(
    (one, other) => one.coin.localeCompare(other.coin) || Number(one.isBalance) - Number(other.isBalance),
  )
}

/**
 * Lists the holdings of an account by coin: `withdraw` can be withdrawn, `dust` is below what any network pays out, and `balance`
 * buys and is never withdrawn. Amounts of open withdrawals are left out.
 */
async function holdingsOf(db: Database, userId: string): Promise<Holding[]> {
  const held = await heldBy(db, userId)
  if (held.length === 0) return []
  const fees = await feeList(db)
  const isDust = (coin: Coin, amount: bigint): boolean =>
    fees.every(
      ({ currencyCode, fee }) =>
        currencyCode !== coin ||
        withdrawalRefusal({ coin, amount, fee: toUnits(fee, coin) }, { available: amount, smallUsed: false }),
    )
  return held.map(({ coin, isBalance, amount }) => ({
    currencyCode: coin,
    amount: fromUnits(amount, coin),
    fate: isBalance ? 'balance' : isDust(coin, amount) ? 'dust' : 'withdraw',
  }))
}

/**
 * Moves the holdings of a closing account to the platform, as its owner agreed. Frozen earnings stay under the user's id, because
 * their release posts to it later. Posts to the ledger, so call it last in the transaction.
 */
async function giveUp(db: Database, { userId, now }: { userId: string; now: number }): Promise<void> {
  const accounts = await balancesOf(db, { owners: [userId], kinds: ['available', 'balance'] })
  const held = accounts.filter(({ coin, balance }) => coin !== 'POINTS' && balance > 0n)
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

const hasMoney = async (db: Database, userId: string): Promise<boolean> =>
  (await balancesOf(db, { owners: [userId] })).some(({ coin, balance }) => coin !== 'POINTS' && balance !== 0n)

export const holdings: Holdings = { holdingsOf, hasMoney, giveUp, holdPending }
