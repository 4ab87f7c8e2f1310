import { networkName } from '#lib/rules/payments.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { offeredNetworks } from '#service/chains/payments.ts'
import { raiseAlarm } from '#service/messaging/alarms/raise.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'

/** A network lags when it was not read to its head, or its head has not moved, for this long. */
const LAG_MS = 600_000
/** A receipt that is not final after this time raises an alarm. */
const STUCK_MS = 2 * 3_600_000

/** Raises alarms for networks that lag and for receipts that do not become final. */
export async function raiseDepositAlarms(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const networks = offeredNetworks(ctx.payments)
  const cursors = await ctx.db.selectFrom('chain_cursors').selectAll().execute()
  for (const { network, looked_at, moved_at, next_block, head } of cursors) {
    if (!networks.includes(network)) continue
    const since = Math.min(looked_at?.getTime() ?? moved_at.getTime(), network === 'LOCAL' ? now : moved_at.getTime())
    if (now - since <= LAG_MS) continue
    const values = { network: networkName(network), since: utcDateTime(unixSeconds(since)), block: next_block, head }
    await raiseAlarm(ctx, { name: `chain/${network}`, kind: 'alarmChain', values }, now)
  }
  const stuck = await ctx.db
    .selectFrom('chain_receipts')
    .selectAll()
    .where('state', '=', 'seen')
    .where('seen_at', '<', new Date(now - STUCK_MS))
    .limit(20)
    .execute()
  for (const { network, transaction_id } of stuck) {
    const values = { network: networkName(network), transactionId: transaction_id }
    await raiseAlarm(ctx, { name: `deposit/${transaction_id}`, kind: 'alarmDeposit', values }, now)
  }
}
