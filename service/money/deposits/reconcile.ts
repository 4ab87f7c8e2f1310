import type { Hex } from 'viem'
import { fromUnits } from '#lib/money/coins.ts'
import { networkName } from '#lib/rules/payments.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { failureReason } from '#service/chains/evm/evm-errors.ts'
import { raiseAlarm } from '#service/messaging/alarms/raise.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import { nameTransaction } from './named-transactions.ts'
import { dueReconciliations, keepComparison, type Reconciliation, rescheduleAll } from './reconciliations.ts'
import { type Comparison, compare, ledgerUnits } from './rules.ts'
import type { Watched } from './watched.ts'

/**
 * The second look at deposits: what each address holds, by its balance, against what is known to have arrived there. A node whose
 * list of logs has left a transfer out is found out by it. It credits nothing: what is missing is searched for and named.
 */

/** Addresses of one pass, all of them in one question. */
const MAX_ADDRESSES = 100
/** Addresses that one pass searches for what is missing, and questions for each. */
const MAX_SEARCHES = 3
const MAX_PARTS = 40
/** A difference that lasts for so long needs a person. */
const ALARM_MS = 600_000
/** So does a node that has not told a balance for so long. */
const SILENT_MS = 6 * 3_600_000
/** The clock of the service may be ahead of those of the network. */
const CLOCK_MARGIN_MS = 3_600_000

/** Compares the addresses whose time has come, after everything up to a network's end was read. */
export async function reconcile(ctx: Context, watched: Watched): Promise<void> {
  const now = ctx.clock.now()
  const { due, block } = await dueReconciliations(ctx.db, { network: watched.network, now, limit: MAX_ADDRESSES })
  if (due.length === 0) return
  const held = await balances(ctx, watched, { due, block, now })
  if (!held) return
  let searches = 0
  for (const [index, one] of due.entries()) {
    const comparison = compare(one, { held: held[index] ?? 0n, block, now })
    await keepComparison(ctx.db, one, { ...comparison, now })
    if (comparison.missing > 0n && searches < MAX_SEARCHES) {
      searches += 1
      await search(ctx, watched, { one, block })
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

/** What the addresses hold; undefined when the node does not say, of which nothing follows. */
async function balances(ctx: Context, { network, reader }: Watched, { due, block, now }: Pass) {
  try {
    return await reader.balancesAt(
      due.map(({ address }) => address as Hex),
      block,
    )
  } catch (error) {
    await rescheduleAll(ctx.db, due, now)
    const since = Math.min(...due.map(({ checkedAt, openedAt }) => checkedAt ?? openedAt))
    const values = { network: networkName(network), since: utcDateTime(unixSeconds(since)), why: failureReason(error) }
    if (now - since >= SILENT_MS)
      await raiseAlarm(ctx, { name: `balances/${network}`, kind: 'alarmBalances', values }, now)
    return undefined
  }
}

/** Names the transfers to an address that its node tells of now, from the last block after which nothing was missing. */
async function search(
  ctx: Context,
  { network, settings, reader }: Watched,
  { one, block }: { one: Reconciliation; block: bigint },
): Promise<void> {
  const now = ctx.clock.now()
  let searched = one.searchedBlock
  try {
    const agreed = one.agreedBlock ?? (await reader.blockSince(one.openedAt - CLOCK_MARGIN_MS, block))
    // Blocks that were young then may have been replaced.
    const begin = agreed - BigInt(settings.confirmations)
    const from = searched === null ? begin : searched + 1n
    const span = { from: from < 0n ? 0n : from, to: block }
    let parts = 0
    for await (const part of reader.arrivalsTo(one.address as Hex, span)) {
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
    // The next pass goes on from the last part that was read.
    ctx.faults.report({
      name: `search for deposit ${one.deposit} on ${network}`,
      error: failureReason(error),
      message: 'a missing transfer could not be searched for: the next pass goes on',
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

async function raiseDifference(
  ctx: Context,
  { network, reader }: Watched,
  { one, comparison, since }: { one: Reconciliation; comparison: Comparison; since: number },
): Promise<void> {
  const decimals = await reader.decimals()
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
