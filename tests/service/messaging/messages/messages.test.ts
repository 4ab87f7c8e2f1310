import { afterEach, beforeEach, expect, test } from 'vitest'
import { markAllRead, markRead, messageList } from '#lib/contract/messages.ts'
import { unreadMessages } from '#lib/contract/unread.ts'
import { cancelWithdrawal } from '#lib/contract/withdrawals.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import { notifySteps } from '#service/money/withdrawals/notifications.ts'
import { NOON } from '#world/clock.ts'
import { fundUser } from '#world/funds.ts'
import { notifyAll } from '#world/notifications.ts'
import { createOperator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import { transaction, walletOf, withdraw } from '#world/wallets.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User

beforeEach(async () => {
  world = await createWorld()
  user = await world.user()
})
afterEach(() => world.close())

const titles = async (of = user, filter = {}) =>
  (await of.call(messageList, { page: 1, ...filter })).records.map(({ title }) => title)

const paid = { coin: 'ALEO', receive: 'all', address: 'aleo1', chain: 'Aleo' }

async function fill(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await notify(world.running.ctx.db, {
      userId: user.info.id,
      category: index % 5 === 0 ? 'announcement' : 'message',
      source: `test/${index}`,
      kind: 'withdrawalApproved',
      values: { ...paid, amount: String(index) },
      at: world.clock.now() + index * 1000,
    })
}

test('shows each step of a withdrawal once, newest first, in the language of the reader', async () => {
  const wallet = await walletOf(user)
  await fundUser(world, user, { ALEO: '20' })
  const operate = createOperator(world)
  world.clock.advance(86_400)
  const paid = await withdraw(user, wallet, { amount: '4' })
  world.clock.advance(60)
  await operate(`approve ${paid._id}`)
  world.clock.advance(60)
  await operate(`pay ${paid._id} --transaction ${transaction(1)}`)
  world.clock.advance(60)
  const other = await withdraw(user, wallet, { amount: '5' })
  world.clock.advance(60)
  await user.call(cancelWithdrawal, { _id: other._id })
  await Promise.all([notifySteps(world.running.ctx), notifySteps(world.running.ctx)])
  await notifyAll(world)
  expect((await titles()).filter((title) => title.startsWith('Withdrawal'))).toEqual([
    'Withdrawal of 5 ALEO cancelled',
    'Withdrawal of 5 ALEO requested',
    'Withdrawal of 4 ALEO paid',
    'Withdrawal of 4 ALEO approved',
    'Withdrawal of 4 ALEO requested',
  ])
  const { records, total } = await user.call(messageList, { page: 1 })
  // There are already messages about the payment password and the wallet.
  expect(total).toBe(7)
  expect(records[2]).toMatchObject({
    category: 'message',
    isRead: false,
    time: Math.floor(NOON / 1000) + 86_400 + 120,
    content: expect.stringContaining(transaction(1)),
    href: '/user/earnings/withdrawals',
  })
  const reader = await user.signIn({ lang: 'zh' })
  expect((await reader.call(messageList, { page: 1 })).records[2]?.title).toMatch(
    /4 ALEO.*\p{Script=Han}|\p{Script=Han}.*4 ALEO/u,
  )
})

test('counts, marks some and marks all as read, each once', async () => {
  await fill(12)
  expect(await user.call(unreadMessages, {})).toEqual({ total: 12, announcement: 3, feedback: 0, message: 9 })
  const { records } = await user.call(messageList, { page: 1, category: 'announcement' })
  const ids = records.map(({ _id }) => _id)
  expect(await user.call(markRead, { ids: [...ids, 'nobody-has-this'] })).toEqual({ read: 3 })
  expect(await user.call(markRead, { ids })).toEqual({ read: 0 })
  expect(await user.call(unreadMessages, {})).toMatchObject({ total: 9, announcement: 0 })
  expect((await user.call(messageList, { page: 1, isRead: true })).total).toBe(3)
  expect((await user.call(messageList, { page: 1, isRead: false })).total).toBe(9)
  expect(await user.call(markAllRead, {})).toEqual({ read: 9 })
  expect(await user.call(markAllRead, {})).toEqual({ read: 0 })
  expect((await user.call(unreadMessages, {})).total).toBe(0)
})

test('pages show each message once', async () => {
  await fill(45)
  const pages = await Promise.all([1, 2, 3, 4].map((page) => user.call(messageList, { page })))
  expect(pages.map(({ records }) => records.length)).toEqual([20, 20, 5, 0])
  expect(new Set(pages.flatMap(({ records }) => records.map(({ _id }) => _id))).size).toBe(45)
  expect(pages.map(({ total }) => total)).toEqual([45, 45, 45, 45])
})

test('messages that arrive between two pages are neither skipped nor shown twice', async () => {
  await fill(45)
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await user.call(messageList, { size: 10, ...(after !== undefined && { after }) })
    seen.push(...page.records.map(({ content }) => content))
    expect(page.total).toBe(45 + Math.ceil(seen.length / 10) * 2 - 2)
    after = page.next ?? undefined
    // One comes that is newer than all, and a notice that is older than what was seen.
    for (const at of [100_000, 0])
      await notify(world.running.ctx.db, {
        userId: user.info.id,
        category: 'message',
        source: `late/${seen.length}/${at}`,
        kind: 'withdrawalApproved',
        values: { ...paid, amount: `${seen.length}.${at}` },
        at: world.clock.now() + at * 1000,
      })
  } while (after !== undefined)
  expect(new Set(seen).size).toBe(seen.length)
  for (let index = 0; index < 45; index += 1)
    expect(seen.filter((content) => content.includes(` ${index} ALEO`))).toHaveLength(1)
  await expect(user.call(messageList, { after: '2026-03-10.none' })).rejects.toThrow()
})

test("H8 no user sees another user's inbox", async () => {
  await fill(2)
  const stranger = await world.user()
  const { records } = await user.call(messageList, { page: 1 })
  expect(await titles(stranger)).toEqual([])
  expect(await stranger.call(markRead, { ids: records.map(({ _id }) => _id) })).toEqual({ read: 0 })
  expect(await stranger.call(markAllRead, {})).toEqual({ read: 0 })
  expect((await user.call(unreadMessages, {})).total).toBe(2)
})
