import { type Feature, sampleAddress } from '#app/core/routing/feature.ts'
import { features } from '#app/features.ts'
import { demoEnter } from '#lib/contract/demo.ts'
import { gpuList } from '#lib/contract/gpu.ts'
import { orderList } from '#lib/contract/orders.ts'
import { createVisitor, type Visitor } from '../_world/visitor.ts'
import type { Service } from './world.ts'

const declared: readonly Feature[] = features

/** The address of every screen of the app, with the samples that it declares in place of parameters. */
export const screenPaths = declared.flatMap(({ screens }) => Object.values(screens).map(sampleAddress))

/** A sample of this name represents a row that each service has under its own id. */
const NONE = 'none'

const newestOrder = (type: 1 | 2) => async (demo: Visitor) =>
  (await demo.call(orderList, { type, status: 'success', page: 1 })).list[0]?.orderNo

/** Where to find such a row on a demo, by the screen's path. */
const found: Readonly<Record<string, (demo: Visitor) => Promise<string | undefined>>> = {
  '/user/cloud-mining/order-home/order-detail/': newestOrder(1),
  '/user/mining-agent/agent-order-home/agent-order-detail/': newestOrder(2),
  '/user/gpu/gpu-detail/': async (demo) => (await demo.call(gpuList, { page: 1 })).records[0]?.id,
}

/** The screens that show one row, which a service without data has not. */
export const rowPaths = screenPaths.filter((path) => path.endsWith(`/${NONE}`))

/** The address on a service with the demo's data: one that shows a row shows one that is there. */
export async function demoAddress({ door }: Pick<Service, 'door'>, path: string): Promise<string> {
  if (!rowPaths.includes(path)) return path
  const screen = path.slice(0, -NONE.length)
  const demo = createVisitor(door)
  const { token } = await demo.call(demoEnter, {})
  const id = await found[screen]?.(createVisitor(door, { token }))
  if (id === undefined)
    throw new Error(`the demo has no row for ${path}: say in tests/e2e/screens.ts where one is found`)
  return screen + id
}
