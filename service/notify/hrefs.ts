import type { PlanType } from '#lib/rules/plans.ts'
import type { Database } from '../db/open.ts'

const screens: Readonly<Record<string, string>> = {
  withdrawal: '/user/earnings/withdrawals',
  task: '/user/user-points',
  report: '/messages',
  invitation: '/user/invitation',
  ambassador: '/user/invitation',
  rentalShare: '/user/gpu/my-machines',
  machine: '/user/gpu/my-machines',
  rental: '/user/gpu/my-gpu',
  gpu: '/user/gpu/gpu-list',
  device: '/user/overview-main/machine',
  settled: '/user/earnings/pc-earnings',
  balance: '/user/balance/recharge',
  recharge: '/user/balance/recharge',
  deposit: '/user/balance/recharge',
  wallet: '/user/wallets',
  newBrowser: '/user/account',
  password: '/user/account',
  payment: '/user/account',
  alertTest: '/user/alerts',
}

/** An order's own screen, by its product line. */
const orderScreens = {
  1: '/user/cloud-mining/order-home/order-detail',
  2: '/user/mining-agent/agent-order-home/agent-order-detail',
} as const satisfies Record<PlanType, string>

/** What a message's place depends on. */
interface Told {
  kind: string
  details: Record<string, string>
}

function hrefOf({ kind, details }: Told, lines: ReadonlyMap<string, PlanType>): string | null {
  const { order, report } = details
  const line = kind.startsWith('order') && order !== undefined ? lines.get(order) : undefined
  if (line !== undefined) return `${orderScreens[line]}/${order}`
  const screen = Object.entries(screens).find(([beginning]) => kind.startsWith(beginning))?.[1] ?? null
  return report === undefined ? screen : `${screen}?report=${report}`
}

/** The product lines of the orders that some messages tell of. */
async function linesOf(db: Database, rows: readonly Told[]): Promise<ReadonlyMap<string, PlanType>> {
  const ids = rows.flatMap(({ kind, details: { order } }) => (kind.startsWith('order') && order ? [order] : []))
  if (ids.length === 0) return new Map()
  const orders = await db.selectFrom('orders').select(['id', 'type']).where('id', 'in', ids).execute()
  return new Map(orders.map(({ id, type }) => [id, type]))
}

/** Where the screens are on which some messages are followed up; null for one that has none. */
export async function hrefsOf(db: Database, rows: readonly Told[]): Promise<(row: Told) => string | null> {
  const lines = await linesOf(db, rows)
  return (row) => hrefOf(row, lines)
}
