import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { releaseGpu, type ShownRental } from '#lib/contract/gpu.ts'
import { chargeDue } from '#service/rental/charge-rentals.ts'
import { tendRentals } from '#service/rental/jobs.ts'
import { followOrders, fund, keyOf, type Machine, openMachine, rentAs } from '#world/gpu.ts'
import { atOnce } from '#world/market.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

const ROUNDS = Number(process.env.RENTAL_ROUNDS ?? 1)

let world: World
let users: User[]
let machines: Machine[]
beforeAll(async () => {
  world = await createWorld()
  users = []
  machines = []
  for (let count = 0; count < 20; count += 1) {
    const user = await world.user()
    await fund(world, user, '100')
    await keyOf(user)
    users.push(user)
  }
  for (let count = 0; count < 10; count += 1) machines.push(await openMachine(world))
  await world.warmUp()
})
afterAll(() => world.close())
const someone = (index: number): User => users[index % users.length] as User

test('A5 two hundred concurrent requests for ten machines create ten rentals', {
  timeout: 120_000 * ROUNDS,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const machine of machines) await followOrders(world, machine)
    const rented: { user: User; shown: ShownRental }[] = []
    const { done, reasons } = await atOnce(200, async (index) => {
      const user = someone(index)
      rented.push({ user, shown: await rentAs(user, machines[index % 10] as Machine) })
    })
    expect([done, reasons.length]).toEqual([10, 190])
    expect(reasons.filter((reason) => reason !== 'GPU_TAKEN')).toEqual([])
    for (const { user, shown } of rented) await user.call(releaseGpu, { rentalId: shown.rental.id })
  }
})

test('the same request fifty times creates one rental', async () => {
  const [machine] = machines
  if (!machine) throw new Error('no machine')
  await followOrders(world, machine)
  const requestId = randomUUID()
  const ids: string[] = []
  const { done } = await atOnce(50, async () => ids.push((await rentAs(someone(0), machine, { requestId })).rental.id))
  expect([done, new Set(ids).size]).toEqual([50, 1])
  await followOrders(world, machine)
})

test('A9 an hour is charged once by any number of concurrent nodes, beside its release', async () => {
  const nodes = [world.running, (await world.node()).running, (await world.node()).running]
  await tendRentals(world.running.ctx)
  for (let hour = 0; hour < 5; hour += 1) {
    world.clock.advance(3600)
    await Promise.all(nodes.flatMap(({ ctx }) => [chargeDue(ctx), chargeDue(ctx)]))
  }
  const [row] = await world.query<{ id: string; hours_charged: number; user_id: string }>(
    `select id, hours_charged, user_id from gpu_rentals where state = 'running'`,
  )
  expect(row?.hours_charged).toBe(6)
  world.clock.advance(3600)
  const own = users.find(({ info }) => info.id === row?.user_id)
  await Promise.all([...nodes.map(({ ctx }) => chargeDue(ctx)), own?.call(releaseGpu, { rentalId: row?.id ?? '' })])
})
