import type { PlanTypeName } from '#lib/rules/plans.ts'
import type { Database } from '#service/platform/db/open.ts'
import { kindInfo, ORDER_SCREEN } from './kinds.ts'

/** The screen of an order, by product line. */
const orderScreens = {
  'cloud-mining': '/user/cloud-mining/order-home/order-detail',
  'mining-agent': '/user/mining-agent/agent-order-home/agent-order-detail',
} as const satisfies Record<PlanTypeName, string>

/** The fields of a message that determine its link. */
interface MessageFacts {
  kind: string
  details: Record<string, string>
}

const isOfOrder = (kind: string): boolean => kindInfo(kind).href === ORDER_SCREEN

function hrefOf({ kind, details }: MessageFacts, lines: ReadonlyMap<string, PlanTypeName>): string | null {
  if (!isOfOrder(kind)) return kindInfo(kind).href?.replace(/\{\{(\w+)\}\}/g, (_, name) => details[name] ?? '') ?? null
  const { order = '' } = details
  const line = lines.get(order)
  return line === undefined ? null : `${orderScreens[line]}/${order}`
}

/** The product lines of the orders in messages. */
async function linesOf(db: Database, rows: readonly MessageFacts[]): Promise<ReadonlyMap<string, PlanTypeName>> {
  const ids = rows.flatMap(({ kind, details: { order } }) => (isOfOrder(kind) && order ? [order] : []))
  if (ids.length === 0) return new Map()
  const orders = await db.selectFrom('orders').select(['id', 'type']).where('id', 'in', ids).execute()
  return new Map(orders.map(({ id, type }) => [id, type]))
}

/** The links of messages to their screens; null for a message without one. */
export async function hrefsOf(
  db: Database,
  rows: readonly MessageFacts[],
): Promise<(row: MessageFacts) => string | null> {
  const lines = await linesOf(db, rows)
  return (row) => hrefOf(row, lines)
}
