import { afterAll, beforeAll, expect, test } from 'vitest'
import { machineList } from '#lib/contract/device-list.ts'
import { earningList } from '#lib/contract/earning-list.ts'
import { gpuList, myGpus } from '#lib/contract/gpu.ts'
import { inviteList } from '#lib/contract/invitations.ts'
import { messageList } from '#lib/contract/messages.ts'
import { noticeList } from '#lib/contract/notices.ts'
import { orderList } from '#lib/contract/orders.ts'
import { NO_FILTER } from '#lib/contract/paging.ts'
import { taskList } from '#lib/contract/tasks.ts'
import { watcher } from '#lib/contract/watcher.ts'
import { withdrawalList } from '#lib/contract/withdrawals.ts'
import { addInvitee } from '#world/invitees.ts'
import { buy, createMarket } from '#world/market.ts'
import { createOperator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import type { World } from '#world/world.ts'

let world: World
let user: User
beforeAll(async () => {
  world = await createMarket()
  user = await world.user()
  await world.device(user)
  await addInvitee(world, user.info.id)
  await addInvitee(world, user.info.id, { bare: true })
  await buy(user)
})
afterAll(() => world.close())

const status = NO_FILTER

test('no filter finds what every status finds', async () => {
  const { total } = (await user.call(machineList, { page: 1, status })).page
  expect(total).toBe(1)
  expect((await user.call(inviteList, { page: 1, status })).total).toBe(2)
  expect((await user.call(orderList, { page: 1, type: 1, status })).total).toBe(1)
  expect((await user.call(myGpus, { page: 1, status })).total).toBe(0)
  expect((await user.call(gpuList, { page: 1, state: status })).total).toBe(0)
  expect((await user.call(earningList, { page: 1, status })).total).toBe(0)
  expect((await user.call(withdrawalList, { page: 1, status, muchStatus: [status] })).total).toBe(0)
  const all = (await user.call(messageList, {})).records
  expect((await user.call(messageList, { isRead: status })).records).toEqual(all)
  expect((await user.call(noticeList, { page: 1, isRead: status })).total).toBe(0)
  expect((await user.call(watcher, { page: 1, runningStatus: [status] })).total).toBe(0)
})

test('no filter finds ongoing tasks, and past ones behind them', async () => {
  const operate = createOperator(world)
  const list = async (of: 'ongoing' | 'past' | typeof NO_FILTER) =>
    (await user.call(taskList, { page: 1, size: 100, status: of })).records.map(({ id }) => id)
  const [first] = await list('ongoing')
  // A task that was closed before the account existed is not part of its past.
  world.clock.advance(60)
  expect(await operate(`tasks close --task ${first} --yes`)).toMatchObject({ code: 0 })
  const [ongoing, past] = [await list('ongoing'), await list('past')]
  expect([ongoing.length > 1, past]).toEqual([true, [first]])
  expect(await list(status)).toEqual([...ongoing, ...past])
})
