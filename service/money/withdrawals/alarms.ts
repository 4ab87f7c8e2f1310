import { fromUnits } from '#lib/money/coins.ts'
import { type Alarm, raiseAlarm } from '#service/messaging/alarms/raise.ts'
import type { Context } from '#service/platform/context.ts'
import { type FollowedTransfer, followTransfers } from './follow-transfers.ts'
import { type HotWalletBalance, readHotWalletBalances } from './hot-wallet-balances.ts'
import { payoutState } from './payouts.ts'

/** Follows signed transfers each minute, and raises alarms for an operator. */

/** Share of the hourly limit at which an alarm is raised. */
const ALARM_PERCENT = 80n
/** A transfer that is not final after this time raises an alarm; twelve blocks take minutes. */
const STUCK_MS = 3_600_000

export async function watchPayouts(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const followed = await followTransfers({ db: ctx.db, config: ctx.config, now })
  for (const { state, ...about } of followed)
    if (state === 'unclear' || state === 'refused') ctx.log.warn(about, `payout is ${state}: see "operate payouts"`)
  const alarms = [...followed.flatMap((one) => alarmOfPayout(one, now)), ...(await alarmsOfCoins(ctx, now))]
  for (const alarm of alarms) await raiseAlarm(ctx, alarm, now)
}

function alarmOfPayout({ state, withdrawalId, transactionId, why, signedAt }: FollowedTransfer, now: number): Alarm[] {
  const values = { state, withdrawalId, transactionId, why }
  if (state === 'reverted' || state === 'replaced' || state === 'another' || state === 'expired')
    return [{ name: `payout/${transactionId}`, kind: 'alarmPayout', values }]
  const isOpen = state !== 'paid' && state !== 'held'
  return isOpen && now - signedAt > STUCK_MS ? [{ name: `stuck/${transactionId}`, kind: 'alarmStuck', values }] : []
}

async function alarmsOfCoins(ctx: Context, now: number): Promise<Alarm[]> {
  const balances = await readHotWalletBalances(ctx)
  const { coins } = await payoutState(ctx.db, now)
  return coins.flatMap(({ coin, hour, day, lastHour }) => {
    const held = totalHeld(balances.filter((one) => one.coin === coin))
    const text = (units: bigint) => fromUnits(units, coin)
    const alarms: Alarm[] = []
    if (lastHour * 100n > hour * ALARM_PERCENT)
      alarms.push({
        name: `outflow/${coin}`,
        kind: 'alarmOutflow',
        values: { coin, left: text(lastHour), most: text(hour) },
      })
    if (held > day)
      alarms.push({ name: `float/${coin}`, kind: 'alarmFloat', values: { coin, held: text(held), most: text(day) } })
    return alarms
  })
}

const totalHeld = (balances: readonly HotWalletBalance[]): bigint =>
  balances.reduce((sum, { holds }) => sum + (holds ?? 0n), 0n)
