import { computed } from 'nanostores'
import type { PlanType } from '#lib/rules/plans.ts'
import { $match } from '../core/routing/match.ts'

/** The product line that the address names: 1 rented hash rate, 2 hosted machines. */
export const $line = computed($match, (match): PlanType => (match?.path.startsWith('/user/mining-agent') ? 2 : 1))

const cloud = '/user/cloud-mining'
const agent = '/user/mining-agent'

/** The screens of a line: names for its tabs, and addresses. */
export const linesOf = {
  1: {
    tabs: { market: 'market', orders: 'orders', watcher: 'watcher' },
    market: `${cloud}/market-home/market`,
    orders: `${cloud}/order-home/orders`,
    watcher: `${cloud}/watcher`,
    confirm: (id: string) => `${cloud}/market-home/order-confirm/${id}`,
    order: (orderNo: string) => `${cloud}/order-home/order-detail/${orderNo}`,
  },
  2: {
    tabs: { market: 'agentMarket', orders: 'agentOrders', watcher: 'agentWatcher' },
    market: `${agent}/agent-market-home/agent-market`,
    orders: `${agent}/agent-order-home/agent-orders`,
    watcher: `${agent}/agent-watcher`,
    confirm: (id: string) => `${agent}/agent-market-home/agent-order-confirm/${id}`,
    order: (orderNo: string) => `${agent}/agent-order-home/agent-order-detail/${orderNo}`,
  },
} as const
