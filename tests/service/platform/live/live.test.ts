import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addReport, markReportRead } from '#lib/contract/feedback.ts'
import { markAllRead } from '#lib/contract/messages.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import { EVERYBODY, publish } from '#service/platform/live/publish.ts'
import { createOperator } from '#world/operator.ts'
import { type OpenStream, openStream, ticketOf } from '#world/stream.ts'
import { createVisitor, type User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User
const streams: OpenStream[] = []

beforeEach(async () => {
  world = await createWorld()
  user = await world.user()
})
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close()
  await world.close()
})

async function open(address: string, ticket: string, lastId?: string): Promise<OpenStream> {
  const stream = await openStream(address, ticket, lastId)
  streams.push(stream)
  return stream
}

/** A stream whose node is already listening to the database. */
async function waitUntilListening(stream: OpenStream, of: User = user): Promise<OpenStream> {
  await expect
    .poll(async () => {
      await publishTo(of)
      return stream.text()
    })
    .toContain('data: news')
  return stream
}

let published = 0
async function publishTo(of: User): Promise<void> {
  published += 1
  const news = {
    category: 'message',
    source: `test/${published}`,
    kind: 'ambassadorLapsed',
    values: { day: '2026-03-10' },
  } as const
  await notify(world.running.ctx.db, { userId: of.info.id, ...news, at: world.clock.now() })
}

const countIn = (stream: OpenStream, word = 'news') => stream.text().split(`data: ${word}`).length - 1

/** The number of messages that a stream has received so far; a message to everybody marks the end. */
async function countOfAll(stream: OpenStream): Promise<number> {
  const before = countIn(stream, 'later')
  await publish(world.running.ctx.db, EVERYBODY)
  await expect.poll(() => countIn(stream, 'later')).toBe(before + 1)
  return countIn(stream)
}

test("a message from one node reaches the user's streams on every node, and nobody else", async () => {
  const node = await world.node()
  const other = await world.user()
  const here = await waitUntilListening(await open(world.address, await ticketOf(user)))
  const there = await waitUntilListening(await open(node.address, await ticketOf(user)))
  const others = await open(world.address, await ticketOf(other))
  expect(others.text() + (await others.text())).not.toContain('data: news')
  const [before, beforeThere] = [countIn(here), countIn(there)]
  await publishTo(user)
  await expect.poll(() => [countIn(here) > before, countIn(there) > beforeThere]).toEqual([true, true])
  expect(countIn(others)).toBe(0)
  // A message carries no data of the event.
  expect(here.text()).not.toMatch(/ambassador|example/)
})

test('after a break only pages that may have missed something reload, on any node', async () => {
  const node = await world.node()
  const other = await world.user()
  const [ticket, others] = [await ticketOf(user), await ticketOf(other)]
  const here = await waitUntilListening(await open(world.address, ticket))
  await waitUntilListening(await open(node.address, ticket))
  await countOfAll(here)
  const id = here.lastId()
  here.close()
  /** The greeting of a stream that resumes from there. */
  const begins = async (address: string, by: string, from = id) => {
    const stream = await open(address, by, from)
    await expect.poll(() => stream.text()).not.toBe('')
    return stream
  }
  for (const { address } of [world, node]) {
    expect((await begins(address, ticket)).text()).toBe(':\n\n')
    expect((await begins(address, others)).text()).toBe(':\n\n')
  }
  const there = await begins(node.address, ticket)
  await publishTo(user)
  await expect.poll(() => countIn(there)).toBe(1)
  for (const { address } of [world, node]) {
    await expect.poll(async () => (await begins(address, ticket)).text()).toContain('data: hello')
    expect((await begins(address, others)).text()).toBe(':\n\n')
    // A page that has received it resumes after it.
    expect((await begins(address, ticket, there.lastId())).text()).toBe(':\n\n')
  }
  // The history after an old or unknown id is not known.
  for (const unknown of ['1', '99999999999999999999', 'x'])
    expect((await begins(world.address, ticket, unknown)).text()).toContain('data: hello')
  await publish(world.running.ctx.db, EVERYBODY)
  await expect.poll(async () => (await begins(world.address, others)).text()).toContain('data: hello')
})

test('a rolled back transaction sends nothing', async () => {
  const stream = await waitUntilListening(await open(world.address, await ticketOf(user)))
  const before = await countOfAll(stream)
  await world.running.ctx.db
    .transaction()
    .execute(async (db) => {
      const news = {
        category: 'message',
        source: 'never',
        kind: 'ambassadorLapsed',
        values: { day: '2026-03-10' },
      } as const
      await notify(db, { userId: user.info.id, ...news, at: 0 })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await user.call(markAllRead, {})
  expect(await countOfAll(stream)).toBe(before + 1)
})

test('a read reply sends a message, so that other screens drop its mark', async () => {
  const report = { category: 'site', content: 'Where is it?', requestId: randomUUID() } as const
  const { _id: id } = await user.call(addReport, report)
  await createOperator(world)(`reports ${id} --answer "There." --yes`)
  const stream = await waitUntilListening(await open(world.address, await ticketOf(user)))
  const before = await countOfAll(stream)
  await user.call(markReportRead, { id })
  expect(await countOfAll(stream)).toBe(before + 1)
  await user.call(markReportRead, { id })
  expect(await countOfAll(stream)).toBe(before + 1)
})

test('a notice is sent to everybody, with a random delay', async () => {
  const stream = await waitUntilListening(await open(world.address, await ticketOf(user)))
  await createOperator(world)('notices --title Upgrade --title-zh 升级 --text "At noon." --text-zh "中午。" --yes')
  await expect.poll(() => stream.text()).toContain('data: later')
})

test('a ticket opens streams for a minute, and only unchanged', async () => {
  const ticket = await ticketOf(user)
  const other = await world.user()
  const forged = ticket.replace(user.info.id, other.info.id)
  for (const wrong of ['', 'x', forged, `${ticket}x`, ticket.slice(0, -2)])
    expect((await open(world.address, wrong)).isOpen).toBe(false)
  world.clock.advance(61)
  expect((await open(world.address, ticket)).isOpen).toBe(false)
  await expect(createVisitor(world).call((await import('#lib/contract/live.ts')).liveTicket, {})).rejects.toThrow()
})

test('of more than eight streams of one user the oldest ends, and draining ends all', async () => {
  const ticket = await ticketOf(user)
  const opened: OpenStream[] = []
  for (let count = 0; count < 9; count += 1) opened.push(await open(world.address, ticket))
  await opened[0]?.ended
  expect(world.running.ctx.live.size).toBe(8)
  const node = await world.node()
  const stream = await open(node.address, await ticketOf(user))
  await node.running.close()
  await stream.ended
})

test('listens again after its connection is lost, and tells every page to reload', async () => {
  const stream = await waitUntilListening(await open(world.address, await ticketOf(user)))
  const before = stream.lastId()
  await world.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%live%' and datname = current_database()`,
  )
  await expect.poll(() => stream.text()).toContain('data: later')
  // The ids from before the gap are not valid any more.
  const again = await open(world.address, await ticketOf(user), before)
  await expect.poll(() => again.text()).toContain('data: hello')
  await waitUntilListening(stream)
})
