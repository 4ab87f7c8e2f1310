import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BlockingClient, openBlockingClient } from '#world/backlog.ts'
import { createWorld, type World } from '#world/world.ts'

/** Connections in the kernel's queues when a node gets a stop signal. `tests/processes/drain.test.ts` has whole processes. */
let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const request = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
const COUNT = 40

type Node = Awaited<ReturnType<World['node']>>

async function nodeWith(act: (node: Node, client: BlockingClient) => Promise<readonly string[]>) {
  const node = await world.node({ drain: { incompleteMs: 5_000, maxMs: 60_000 } })
  const client = await openBlockingClient(node.address)
  try {
    return await act(node, client)
  } finally {
    await client.stop()
  }
}

test('answers connections that wait in the backlog', async () => {
  const ends = await nodeWith(async (node, client) => {
    client.connect(COUNT, request)
    const closed = node.running.close()
    const ended = await client.ends()
    await closed
    return ended
  })
  expect(ends).toEqual(Array.from({ length: COUNT }, () => '200'))
})

test('answers requests that wait in the buffers of connections which were idle', async () => {
  const ends = await nodeWith(async (node, client) => {
    client.connect(COUNT, request)
    await client.answered(COUNT)
    client.again(request)
    const closed = node.running.close()
    const ended = await client.ends()
    await closed
    return ended
  })
  expect(ends).toEqual(Array.from({ length: COUNT }, () => '200 200'))
})

test('answers connections that arrive while the backlog is read', async () => {
  const ends = await nodeWith(async (node, client) => {
    client.connect(COUNT, request)
    let attempts = 0
    // Each of the first ones brings another.
    node.running.app.http.server.on('connection', () => {
      if (attempts++ < COUNT) client.connect(1, request)
    })
    const closed = node.running.close()
    await client.answered(2 * COUNT)
    const ended = await client.ends()
    await closed
    return ended
  })
  expect(ends).toEqual(Array.from({ length: 2 * COUNT }, () => '200'))
})

test('closes connections that stay idle at once', async () => {
  const ends = await nodeWith(async (node, client) => {
    client.connect(COUNT, request)
    await client.answered(COUNT)
    await node.running.close()
    return client.ends()
  })
  expect(ends).toEqual(Array.from({ length: COUNT }, () => '200'))
})
