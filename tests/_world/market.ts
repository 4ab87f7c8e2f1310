import { randomUUID } from 'node:crypto'
import { buyPlan, type Order, orderDetail } from '#lib/contract/orders.ts'
import { accountKeys } from './deposit-keys.ts'
import type { Visitor } from './visitor.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

/** A service that accepts USDT on Ethereum, whose node is never called: tests report the arrivals. */
export const createMarket = (options: WorldOptions = {}): Promise<World> =>
  createWorld({
    ...options,
    settings: { DEPOSIT_XPUB: accountKeys().xpub, ETHEREUM_RPC_URL: 'http://127.0.0.1:9/', ...options.settings },
  })

/** 50 GH/s of ALEO for 90 days at 188 USDT, prepared in 24 hours. */
export const PLAN = 'aleo-50-90'

type OrderRequest = Partial<{
  productId: string
  quantity: number
  requestId: string
  amount: string
  network: 'balance'
}>

/** Orders one unit of a plan, to be paid on Ethereum. */
export async function buy(user: Visitor, request: OrderRequest = {}): Promise<Order> {
  const usual = { productId: PLAN, quantity: 1, network: 'ETHEREUM', requestId: randomUUID() } as const
  return (await user.call(buyPlan, { ...usual, ...request })).order
}

export const orderOf = async (user: Visitor, { orderNo }: { orderNo: string }): Promise<Order> =>
  (await user.call(orderDetail, { orderNo })).order

/** Sets the stock of a plan, with none sold. */
export const setStock = (world: World, total: number, id = PLAN): Promise<unknown> =>
  world.query('update plans set total = $1 + sold where id = $2', [total, id])

export const soldOf = async (world: World, id = PLAN): Promise<number> =>
  (await world.query<{ sold: number }>('select sold from plans where id = $1', [id]))[0]?.sold ?? -1

/** Concurrent calls: how many succeeded, and the reasons of the rest. */
export async function atOnce(count: number, one: (index: number) => Promise<unknown>) {
  const results = await Promise.allSettled(Array.from({ length: count }, (_, index) => one(index)))
  const reasons = results.flatMap((result) =>
    result.status === 'rejected' ? [String((result.reason as { reason?: string }).reason ?? result.reason)] : [],
  )
  return { done: results.length - reasons.length, reasons }
}
