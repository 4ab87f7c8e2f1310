import type { Deposit } from '#lib/contract/deposits.ts'
import type { Order, Run } from '#lib/contract/orders.ts'
import { fromUnits } from '#lib/money/coins.ts'
import { runningStatus } from '#lib/rules/orders.ts'
import { fromHashrate, PLAN_UNIT, planType, rateText } from '#lib/rules/plans.ts'
import { confirmationsOn } from '#service/chains/payments.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import { estimateOf, hashrateOf, isPaid, type PaidRow, type Row } from './row.ts'
import { runSchedule } from './schedule.ts'

/** Seconds of downtime by farm and UTC day. */
export type FarmDowntime = ReadonlyMap<string, ReadonlyMap<string, number>>

const secondsUp = (time: Date): number => Math.ceil(time.getTime() / 1000)

export function toRun(row: PaidRow, downtime: FarmDowntime, now: number): Run {
  const [runsFrom, endsAt] = [row.runs_from.getTime(), row.ends_at.getTime()]
  const schedule = runSchedule({ runsFrom, days: row.days }, downtime.get(row.farm) ?? new Map())
  return {
    runningStatus: runningStatus({ paidAt: row.paid_at.getTime(), runsFrom, endsAt }, now),
    runsFrom: unixSeconds(row.runs_from),
    endsAt: secondsUp(row.ends_at),
    extended: schedule.days
      .filter(({ missedSeconds }) => missedSeconds > 0)
      .map(({ day, missedSeconds }) => ({ day, seconds: missedSeconds })),
  }
}

export interface ReplyContext {
  ctx: Context
  /** Deposits of the unpaid orders, by order. */
  deposits: ReadonlyMap<string, Deposit>
  downtime: FarmDowntime
  now: number
}

/** Null where nothing is paid on a network that is set. */
const confirmationsFor = ({ payments }: Context, network: Row['network']): number | null =>
  network === 'balance' || payments?.networks[network] === undefined ? null : confirmationsOn(payments, network)

function commonOf(row: Row, { ctx, deposits }: ReplyContext) {
  const usdt = (units: bigint) => fromUnits(units, 'USDT')
  const deposit = deposits.get(row.id)
  return {
    orderNo: row.id,
    planId: row.plan_id,
    type: planType[row.type],
    title: row.title,
    titleZh: row.title_zh,
    currencyCode: row.coin,
    price: usdt(row.price),
    quantity: row.quantity,
    fee: usdt(row.fee),
    amount: usdt(row.amount),
    hashrate: fromHashrate(hashrateOf(row)),
    unit: PLAN_UNIT,
    days: row.days,
    preparationHours: row.preparation_hours,
    estimatedOutput: fromUnits(estimateOf(row), row.coin),
    rate: { perUnitDay: rateText(row.rate, row.coin), since: row.rate_day },
    network: row.network,
    paymentAddress: row.address,
    confirmations: confirmationsFor(ctx, row.network),
    depth: deposit?.confirmations ?? 0,
    uri: row.status === 'pending' ? (deposit?.uri ?? null) : null,
    token: row.status === 'pending' ? (deposit?.token ?? null) : null,
    orderTime: unixSeconds(row.ordered_at),
    expiresAt: secondsUp(row.expires_at),
    exception: row.exception,
    seen: usdt(row.seen),
    received: usdt(row.received),
    credited: usdt(row.credited),
    refunded: usdt(row.refunded),
    transactionId: row.transaction_id,
    named: deposit?.named ?? null,
  }
}

export function toOrder(row: Row, shaping: ReplyContext): Order {
  const common = commonOf(row, shaping)
  if (isPaid(row))
    return {
      ...common,
      orderStatus: 'success',
      paymentTime: unixSeconds(row.paid_at),
      run: toRun(row, shaping.downtime, shaping.now),
    }
  if (row.status === 'cancel')
    return {
      ...common,
      orderStatus: 'cancel',
      cancelTime: unixSeconds(row.cancelled_at ?? 0),
      cancelReason: row.cancel_reason ?? 'operator',
    }
  return row.status === 'paying' ? { ...common, orderStatus: 'paying' } : { ...common, orderStatus: 'pending' }
}
