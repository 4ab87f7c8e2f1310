import { fromUnits } from '#lib/money/coins.ts'
import { networkName } from '#lib/rules/payments.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { type ChainReader, failureReason } from '#service/chains/network.ts'
import { readDecimals } from '#service/chains/token-decimals.ts'
import { raiseAlarm } from '#service/messaging/alarms/raise.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import { nameTransaction } from './named-transactions.ts'
import { dueReconciliations, type Reconciliation, rescheduleAll, saveComparison } from './reconciliations.ts'
import { type Comparison, compare, ledgerUnits } from './rules.ts'
import type { WatchedNetwork } from './watched-network.ts'

/**
 * Reconciliation: compares the balance of each deposit address with the receipts that are known. It detects transfers that a node's
 * list of logs has left out. It credits nothing; missing transfers are searched for and named.
 */

/** Addresses of one pass, queried in one call. */
const MAX_ADDRESSES = 100
/** Addresses that one pass searches for missing transfers, and calls for each. */
const MAX_SEARCHES = 3
const MAX_PARTS = 40
/** A difference that lasts this long raises an alarm. */
const ALARM_MS = 600_000
/** A node that has not returned a balance for this long raises an alarm. */
const SILENT_MS = 6 * 3_600_000
/** The service's clock may be ahead of the network's by this much. */
const CLOCK_MARGIN_MS = 3_600_000

/** Compares the addresses that are due. Call it after the network was read to its head. */
export async function reconcile(ctx: Context, watched: WatchedNetwork): Promise<void> {
  const now = ctx.clock.now()
  const limit = watched.reader.perAddress?.maxBalances ?? MAX_ADDRESSES
  const { due, block } = await dueReconciliations(ctx.db, { network: watched.code, now, limit })
  if (due.length === 0) return
  const held = await readBalances(ctx, watched, { due, block, now })
  if (!held) return
  let searches = 0
  for (const [index, one] of due.entries()) {
    const comparison = compare(one, { held: held[index] ?? 0n, block, now })
    await saveComparison(ctx.db, one, { ...comparison, now })
    if (comparison.missing > 0n && searches < MAX_SEARCHES) {
      searches += 1
      await searchMissing(ctx, watched, { one, block })
    }
    if (comparison.differsSince !== null && now - comparison.differsSince >= ALARM_MS)
      await raiseDifference(ctx, watched, { one, comparison, since: comparison.differsSince })
  }
}

interface Pass {
  due: readonly Reconciliation[]
  block: bigint
  now: number
}

/** Balances of the addresses, in the token's units; undefined when the node does not answer. */
async function readBalances(ctx: Context, { code: network, reader, token }: WatchedNetwork, { due, block, now }: Pass) {
  try {
    const owners = due.map(({ address }) => address)
    return (await reader.received(owners, { token, block })).balances
  } catch (error) {
    await rescheduleAll(ctx.db, due, now)
    const since = Math.min(...due.map(({ checkedAt, openedAt }) => checkedAt ?? openedAt))
    const values = { network: networkName(network), since: utcDateTime(unixSeconds(since)), why: failureReason(error) }
    if (now - since >= SILENT_MS)
      await raiseAlarm(ctx, { name: `balances/${network}`, kind: 'alarmBalances', values }, now)
    return undefined
  }
}

/** Names the transfers to an address that its node now reports, from the last block at which the balance matched. */
async function searchMissing(
  ctx: Context,
  { code: network, reader }: WatchedNetwork,
  { one, block }: { one: Reconciliation; block: bigint },
): Promise<void> {
  const now = ctx.clock.now()
  let searched = one.searchedBlock
  try {
    const agreed = one.agreedBlock ?? (await reader.blockSince(one.openedAt - CLOCK_MARGIN_MS, block))
    // Blocks that were not final then may have been replaced.
    const begin = agreed - ((await notFinal(reader)) + 1n)
    const from = searched === null ? begin : searched + 1n
    const span = { from: from < 0n ? 0n : from, to: block }
    let parts = 0
    for await (const part of reader.arrivals(span, [one.address])) {
      for (const { transactionId } of part.found)
        await nameTransaction(ctx.db, {
          networks: [network],
          transactionId,
          deposit: one.deposit,
          by: 'reconciliation',
          now,
        })
      searched = part.to
      parts += 1
      if (parts >= MAX_PARTS) break
    }
    if (searched === null || searched >= block) searched = null
  } catch (error) {
    // The next pass continues after the last part that was read.
    ctx.faults.report({
      name: `search for deposit ${one.deposit} on ${network}`,
      error: failureReason(error),
      message: 'search for a missing transfer failed: the next pass continues',
      level: 'warn',
      fields: { network, deposit: one.deposit },
    })
  }
  await ctx.db
    .updateTable('deposit_reconciliations')
    .set({ searched_block: searched })
    .where('deposit', '=', one.deposit)
    .where('network', '=', network)
    .execute()
}

/** How many of the last blocks can still be taken back. */
async function notFinal(reader: ChainReader): Promise<bigint> {
  const head = await reader.head()
  return head.block - (await reader.finalHead(head))
}

async function raiseDifference(
  ctx: Context,
  { code: network, reader, token }: WatchedNetwork,
  { one, comparison, since }: { one: Reconciliation; comparison: Comparison; since: number },
): Promise<void> {
  const decimals = await readDecimals(ctx.db, { network, contract: token }, reader)
  const text = (value: bigint) => fromUnits(ledgerUnits(value, { token: decimals, ledger: 6 }), 'USDT')
  const values = {
    network: networkName(network),
    address: groupOfFour(one.address),
    holds: text(comparison.held),
    expected: text(one.expected + one.accepted),
    since: utcDateTime(unixSeconds(since)),
  }
  await raiseAlarm(
    ctx,
    { name: `difference/${network}/${one.deposit}`, kind: 'alarmDifference', values },
    ctx.clock.now(),
  )
}
