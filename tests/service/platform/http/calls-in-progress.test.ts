import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userInfo } from '#lib/contract/accounts.ts'
import { createVisitor, type User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

/** Calls in progress when a node gets a stop signal. */
let world: World
let user: User
beforeAll(async () => {
  world = await createWorld()
  user = await world.user()
})
afterAll(() => world.close())

type Node = Awaited<ReturnType<World['node']>>

/** Blocks every call that reads a user until it is released. */
async function holdUsers(): Promise<() => Promise<void>> {
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  await client.query('begin')
  await client.query('lock table users in access exclusive mode')
  return () => client.end()
}

const atWork = ({ running }: Node) => running.ctx.load.atWork()
const logged = (words: string) => world.logLines.filter((line) => line.includes(words))

test('forty slow calls on more connections than the pool has are answered, and the pool closes last', async () => {
  const node = await world.node({ drain: { incompleteMs: 1, maxMs: 60_000 } })
  const visitor = createVisitor(node, user.browser)
  const release = await holdUsers()
  const calls = Promise.all(Array.from({ length: 40 }, () => visitor.call(userInfo, {})))
  await expect.poll(() => atWork(node)).toBe(40)
  const closed = node.running.close()
  // Connections that are still sending are closed by now; accepted calls are not.
  await expect.poll(() => node.running.app.http.server.listening).toBe(false)
  await new Promise((resolve) => setTimeout(resolve, 5))
  await release()
  expect(await calls).toEqual(Array.from({ length: 40 }, () => user.info))
  await closed
  expect(logged('draining took too long')).toEqual([])
})

test('calls whose clients have gone finish before the pool closes', async () => {
  const node = await world.node({ drain: { incompleteMs: 1, maxMs: 60_000 } })
  const release = await holdUsers()
  const leaving = new AbortController()
  const visitor = createVisitor(node, user.browser)
  const calls = Promise.allSettled(Array.from({ length: 20 }, () => visitor.call(userInfo, {}, leaving.signal)))
  await expect.poll(() => atWork(node)).toBe(20)
  leaving.abort()
  await calls
  const closed = node.running.close()
  await release()
  await closed
  expect(atWork(node)).toBe(0)
  expect(logged('call failed')).toEqual([])
})

test('a call that does not end is abandoned after the limit, with a log line', async () => {
  const node = await world.node({ drain: { incompleteMs: 1, maxMs: 20 } })
  const visitor = createVisitor(node, user.browser)
  const release = await holdUsers()
  const call = visitor.call(userInfo, {}).catch((error: unknown) => error)
  await expect.poll(() => atWork(node)).toBe(1)
  const closed = node.running.close()
  await expect.poll(() => logged('draining took too long').length).toBe(1)
  expect(JSON.parse(logged('draining took too long')[0] ?? '{}')).toMatchObject({ connections: 1, calls: 1 })
  expect(await call).toBeInstanceOf(Error)
  await release()
  await closed
})
