import { sql } from 'kysely'
import type { Wallet } from '#lib/contract/wallets.ts'
import { withdrawableCoins } from '#lib/money/coins.ts'
import { looksLike } from '#lib/rules/addresses.ts'
import { chains } from '#lib/rules/networks.ts'
import { minuteFrom, unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { WalletTable } from './tables.ts'

export const toWallet = (row: WalletTable, now: number): Wallet => ({
  _id: row.id,
  addressName: row.name,
  walletAddress: row.address,
  currencyCode: row.coin,
  chainCode: row.chain,
  chainName: chains[row.chain].name,
  createdAt: unixSeconds(row.created_at),
  holdUntil: row.held_until.getTime() > now ? minuteFrom(row.held_until) : null,
  isContractConfirmed: row.contract_confirmed_at !== null,
})

/** Wallets of a user by coin whose names contain `words`, without wildcards, and when each was last withdrawn to. */
export async function walletGroups(db: Database, of: { userId: string; words: string; now: number }) {
  const rows = await db
    .selectFrom('wallets')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('withdrawals')
        .select(({ fn }) => fn.max('requested_at').as('last'))
        .where('withdrawals.user_id', '=', of.userId)
        .whereRef('withdrawals.wallet_id', '=', 'wallets.id')
        .whereRef('withdrawals.address', '=', 'wallets.address')
        .as('last_used_at'),
    )
    .where('user_id', '=', of.userId)
    .where(sql`position(lower(${of.words}) in lower(name))`, '>', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return withdrawableCoins
    .map((coin) => ({
      currencyCode: coin,
      list: rows
        .filter((row) => row.coin === coin)
        .map((row) => ({ ...toWallet(row, of.now), lastUsedAt: row.last_used_at && unixSeconds(row.last_used_at) })),
    }))
    .filter(({ list }) => list.length > 0)
}

export const ownWallet = (db: Database, userId: string, id: string): Promise<WalletTable | undefined> =>
  db.selectFrom('wallets').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()

/** Another address of the user that looks the same in its shortened form, or null. */
export async function findLookalikeAddress(db: Database, userId: string, address: string) {
  const rows = await db.selectFrom('wallets').select(['name', 'address']).where('user_id', '=', userId).execute()
  const found = rows.find((row) => looksLike(row.address, address))
  return found ? { addressName: found.name, walletAddress: found.address } : null
}
