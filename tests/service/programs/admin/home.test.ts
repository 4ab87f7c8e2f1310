import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Wallet } from '#lib/contract/wallets.ts'
import { countTrends, readLiabilities } from '#service/programs/admin/home-figures.ts'
import { countQueues, queueKeys } from '#service/programs/admin/queue-counts.ts'
import { contentOf, type DeskBrowser, openOwnerDesk } from '#world/admin.ts'
import type { User } from '#world/visitor.ts'
import { withdraw } from '#world/wallets.ts'
import type { World } from '#world/world.ts'

let world: World
let user: User
let wallet: Wallet
let operate: DeskBrowser
let signInAgain: () => Promise<void>

beforeEach(async () => {
  ;({ world, user, wallet, operate, signInAgain } = await openOwnerDesk())
})
afterEach(() => world.close())

const queues = async () => {
  const found = await countQueues(world.running.ctx.db, world.clock.now())
  return Object.fromEntries(found.map(({ key, count, oldest }) => [key, { count, oldest }]))
}

test('every queue has its count and the age of its oldest, and a list', async () => {
  expect(Object.keys(await queues())).toEqual([...queueKeys])
  await withdraw(user, wallet, { amount: '4' })
  const asked = new Date(world.clock.now())
  world.clock.advance(3 * 3600)
  await signInAgain()
  await withdraw(user, wallet, { amount: '5' })
  await world.query(
    `insert into gpu_requests (id, user_id, name, region, network_mbps, price, about, state, asked_at)
     values ('offer', $1, 'Box', 'eu', 100, 1000000, 'A box', 'waiting', $2)`,
    [user.info.id, asked],
  )
  await world.query(
    `insert into ambassador_applications (id, user_id, contact, friends, asked_at, state)
     values ('application', $1, 'mail', 3, $2, 'open')`,
    [user.info.id, asked],
  )
  const found = await queues()
  expect(found.pending).toEqual({ count: 2, oldest: asked })
  expect(found.offers).toEqual({ count: 1, oldest: asked })
  expect(found.ambassadors).toEqual({ count: 1, oldest: asked })
  expect(found.refunds).toEqual({ count: 0, oldest: null })

  const home = contentOf((await operate.ask('')).page)
  expect(home).toMatch(/<strong>2<\/strong> Withdrawals to decide<span class="age">oldest 3 h 0 min<\/span>/)
  expect(home).toMatch(/<strong>0<\/strong> Refunds to send<\/a>/)
  const lists = Array.from(home.matchAll(/<li data-row><a href="\/operate([^"]+)"/g), ([, to = '']) => to)
  expect(lists.length).toBe(queueKeys.length - 1)
  for (const to of lists) expect((await operate.ask(to.replaceAll('&amp;', '&'))).status).toBe(200)
  expect((await operate.ask('/offers')).page).toContain('A box')
})

test('money that is not known is called unknown, and what users hold is what they have', async () => {
  const home = contentOf((await operate.ask('')).page)
  expect(home).toContain('<dt>Treasury</dt><dd>unknown</dd>')
  expect(home).toContain('<dt>Paying wallets</dt><dd>unknown</dd>')
  const [held] = await world.query<{ sum: string }>(
    `select sum(balance)::text as sum from ledger_accounts where owner <> 'platform' and coin = 'ALEO'`,
  )
  const owed = (await readLiabilities(world.running.ctx.db)).find(({ coin }) => coin === 'ALEO')
  expect(held?.sum).toBe('20000000')
  expect(owed).toEqual({ coin: 'ALEO', amount: '20' })
  expect(home).toContain('<dt>Owed to users, ALEO</dt><dd>20 ALEO</dd>')
})

test('today is set against the same weekday of the last week, up to the same time', async () => {
  const { db } = world.running.ctx
  const now = Date.UTC(2027, 4, 20, 12)
  const at = (daysAgo: number, hour: number) => new Date(Date.UTC(2027, 4, 20 - daysAgo, hour))
  const add = (id: string, time: Date) =>
    world.query(
      `insert into reports (id, user_id, request_id, category, lang, contact, at) values ($1, $2, $3, 'site', 'en', '', $4)`,
      [id, user.info.id, randomUUID(), time],
    )
  const times = [at(0, 9), at(0, 12), at(7, 12), at(7, 13), at(13, 0), at(14, 23)]
  for (const [index, time] of times.entries()) await add(`r${index}`, time)
  const reports = (await countTrends(db, now)).find(({ key }) => key === 'reports')
  expect(reports).toEqual({ key: 'reports', days: [1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 2], weekAgo: 1 })
})
