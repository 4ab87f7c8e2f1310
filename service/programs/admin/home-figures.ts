import { sql } from 'kysely'
import { type Asset, type Coin, decimalsOf, fromUnits } from '#lib/money/coins.ts'
import { setNetworks } from '#service/money/deposits/operator/networks.ts'
import { PLATFORM } from '#service/money/ledger/accounts.ts'
import { readHotWalletBalances } from '#service/money/withdrawals/hot-wallet-balances.ts'
import { type OpenNetwork, openNetwork, payingNetwork } from '#service/money/withdrawals/transfers.ts'
import type { Config } from '#service/platform/config.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'

const DAY_SECONDS = 86_400
/** Days of a chart: this week and the one before. */
export const CHART_DAYS = 14

export const trendKeys = ['accounts', 'withdrawals', 'reports'] as const

export interface Trend {
  key: (typeof trendKeys)[number]
  /** Counts of the last days, the oldest first; the last one is today so far. */
  days: number[]
  /** The count of the same weekday last week, up to the same time. */
  weekAgo: number
}

/** New accounts, withdrawals and reports by UTC day. Each count is a range of an index by time. */
export async function countTrends(db: Database, now: number): Promise<Trend[]> {
  const seconds = Math.floor(now / 1000)
  const today = Math.floor(seconds / DAY_SECONDS)
  const first = today - CHART_DAYS + 1
  const from = new Date(first * DAY_SECONDS * 1000)
  const until = new Date(now)
  const { rows } = await sql<{ key: Trend['key']; day: number; count: number; so_far: number }>`
    select key, floor(extract(epoch from at) / ${DAY_SECONDS})::int as day, count(*)::int as count,
      (count(*) filter (where mod(extract(epoch from at), ${DAY_SECONDS}) <= ${seconds % DAY_SECONDS}))::int as so_far
    from (
      select 'accounts' as key, created_at as at from users where created_at >= ${from} and created_at <= ${until}
      union all select 'withdrawals', requested_at from withdrawals where requested_at >= ${from} and requested_at <= ${until}
      union all select 'reports', at from reports where at >= ${from} and at <= ${until}
    ) as made
    group by 1, 2`.execute(db)
  return trendKeys.map((key) => {
    const own = rows.filter((row) => row.key === key)
    const at = (day: number) => own.find((row) => row.day === day)
    return {
      key,
      days: Array.from({ length: CHART_DAYS }, (_, index) => at(first + index)?.count ?? 0),
      weekAgo: at(today - 7)?.so_far ?? 0,
    }
  })
}

/**
 * Holdings of all users by coin. All accounts of a coin add up to zero, so it is what the few accounts of the platform lack: nobody's
 * account is read.
 */
export async function readLiabilities(db: Database): Promise<{ coin: Asset; amount: string }[]> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(({ fn }) => ['coin', fn.sum<bigint>('balance').as('balance')])
    .where('owner', '=', PLATFORM)
    .groupBy('coin')
    .orderBy('coin')
    .execute()
  return rows.map(({ coin, balance }) => ({ coin, amount: fromUnits(-BigInt(balance), coin) }))
}

export interface WalletBalance {
  kind: 'paying' | 'treasury'
  coin: Coin
  network: string
  address: string
  /** Null where the node does not answer. */
  amount: string | null
}

/** Nodes are asked at most so often, by whomever the home is opened. */
const KEPT_MS = 60_000
const kept = new WeakMap<Database, { at: number; balances: Promise<WalletBalance[]> }>()

/** The coins of the paying wallets, and the USDT of the treasuries, as the nodes say. */
export function readWallets({ db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>): Promise<WalletBalance[]> {
  const now = clock.now()
  const known = kept.get(db)
  if (known && Math.abs(now - known.at) < KEPT_MS) return known.balances
  const balances = askNodes(db, config)
  kept.set(db, { at: now, balances })
  return balances
}

async function askNodes(db: Database, config: Config): Promise<WalletBalance[]> {
  const [hot, treasury] = await Promise.all([readHotWalletBalances({ db, config }), readTreasury(db, config)])
  const paying = hot.map(({ coin, chain, payer, holds }) => ({
    kind: 'paying' as const,
    coin,
    network: chain,
    address: payer,
    amount: holds === undefined ? null : fromUnits(holds, coin),
  }))
  return [...paying, ...treasury]
}

/** USDT in the treasury of each network that has one and a node; networks with the same address are asked one by one. */
function readTreasury(db: Database, config: Config): Promise<WalletBalance[]> {
  const known = setNetworks(config).flatMap(({ code, settings }) => {
    if (settings.treasury === undefined || code === 'LOCAL') return []
    const paying = payingNetwork(config, { coin: 'USDT', chain: code })
    return [{ code, address: settings.treasury, paying }]
  })
  return Promise.all(
    known.map(async ({ code, address, paying }) => {
      const held = paying && openNetwork(db, paying).then((opened) => heldBy(opened, address))
      const amount = (await held?.catch(() => null)) ?? null
      return { kind: 'treasury' as const, coin: 'USDT' as const, network: code, address, amount }
    }),
  )
}

async function heldBy({ follower, token, decimals }: OpenNetwork, address: string): Promise<string> {
  const value = await follower.balanceOf(address, token)
  return fromUnits((value * 10n ** BigInt(decimalsOf.USDT)) / 10n ** BigInt(decimals), 'USDT')
}

export interface OverdueJobs {
  /** Jobs that should have begun more than a minute ago. */
  jobs: number
  /** Letters among them. */
  letters: number
  oldest: Date | null
}

/** Jobs are taken within seconds: those that wait longer have no node, or fail. */
export async function countOverdueJobs(db: Database, now: number): Promise<OverdueJobs> {
  const { rows } = await sql<OverdueJobs>`
    select count(*)::int as jobs, (count(*) filter (where name = 'mail'))::int as letters, min(start_after) as oldest
    from pgboss.job where state < 'active' and start_after < ${new Date(now - 60_000)}`.execute(db)
  return rows[0] ?? { jobs: 0, letters: 0, oldest: null }
}
