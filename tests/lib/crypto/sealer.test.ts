import { readFileSync } from 'node:fs'
import { sm2 } from 'sm-crypto'
import { expect, test } from 'vitest'
import { createTicketMaker } from '#lib/crypto/curve.ts'
import { createSealer } from '#lib/crypto/sealer.ts'
import type { StartSource, TicketSink } from '#lib/crypto/ticket-sources.ts'
import { createTicketPool } from '#lib/crypto/tickets.ts'
import { privateKey, publicKey, zeroKeyStream } from '#world/sm2-vectors.ts'

const makeTicket = createTicketMaker(publicKey)
const open = (q: string) => JSON.parse(sm2.doDecrypt(q.slice(2), privateKey, 1))

/** A source that makes tickets on demand, and records the orders. */
function handSource() {
  const orders: number[] = []
  const state = { sink: undefined as TicketSink | undefined, isClosed: false }
  const start: StartSource = (_key, sink) => {
    state.sink = sink
    return { order: (count) => orders.push(count), close: () => (state.isClosed = true) }
  }
  const give = (count: number) => {
    for (let i = 0; i < count; i++) state.sink?.take(makeTicket())
  }
  return { start, orders, state, give, fail: () => state.sink?.fail(new Error('worker lost')) }
}

test('seals a payload as JSON where there is no worker', async () => {
  const sealer = createSealer(publicKey)
  const payloads = Array.from({ length: 12 }, (_, i) => ({ i, name: '登录密码错误' }))
  const sealed = await Promise.all(payloads.map((payload) => sealer.seal(payload)))
  sealer.close()
  expect(sealed.map(open)).toEqual(payloads)
})

test('orders eight tickets at first, and fills up to eight when fewer than four are left', async () => {
  const source = handSource()
  const pool = createTicketPool(publicKey, source.start)
  expect(source.orders).toEqual([8])
  source.give(8)
  for (let i = 0; i < 4; i++) await pool.take()
  expect([pool.ready, source.orders]).toEqual([4, [8]])
  await pool.take()
  expect([pool.ready, source.orders]).toEqual([3, [8, 5]])
})

test('waits for the next ticket when none is ready, first come first served', async () => {
  const source = handSource()
  const pool = createTicketPool(publicKey, source.start)
  const order: number[] = []
  const takes = [1, 2].map((n) => pool.take().then(() => order.push(n)))
  expect(order).toEqual([])
  source.give(2)
  await Promise.all(takes)
  expect(order).toEqual([1, 2])
})

test('orders enough for many concurrent waiters', () => {
  const source = handSource()
  const pool = createTicketPool(publicKey, source.start)
  for (let i = 0; i < 20; i++) pool.take()
  expect(source.orders.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(20)
})

test('reports when the first request is sealed', async () => {
  const source = handSource()
  const sealer = createSealer(publicKey, { startSource: source.start })
  let isReady = false
  void sealer.firstSealed.then(() => {
    isReady = true
  })
  const sealed = sealer.seal({ a: 1 })
  await Promise.resolve()
  expect(isReady).toBe(false)
  source.give(1)
  await sealed
  await sealer.firstSealed
  expect(isReady).toBe(true)
  sealer.close()
})

test('continues without the worker when it fails, for waiting callers as well', async () => {
  const source = handSource()
  const sealer = createSealer(publicKey, { startSource: source.start })
  const waiting = sealer.seal({ a: 1 })
  source.fail()
  source.fail()
  expect(open(await waiting)).toEqual({ a: 1 })
  expect(source.state.isClosed).toBe(true)
  source.give(1)
  expect(open(await sealer.seal({ a: 2 }))).toEqual({ a: 2 })
  sealer.close()
})

test('takes the next ticket when a key stream is all zero', async () => {
  const source = handSource()
  const sealer = createSealer(publicKey, { startSource: source.start })
  const sealed = sealer.seal({ toJSON: () => 7 })
  source.state.sink?.take(createTicketMaker(publicKey, () => BigInt(`0x${zeroKeyStream.k}`))())
  source.give(1)
  expect(open(await sealed)).toBe(7)
  sealer.close()
})

test('rejects waiting and later callers when the key is bad', async () => {
  const sealer = createSealer(`04${'1'.repeat(128)}`)
  await expect(sealer.seal({})).rejects.toThrow()
  await expect(sealer.seal({})).rejects.toThrow()
})

test('refuses after it is closed, and closes its source', async () => {
  const source = handSource()
  const sealer = createSealer(publicKey, { startSource: source.start })
  const waiting = sealer.seal({})
  sealer.close()
  await expect(waiting).rejects.toThrow('closed')
  await expect(sealer.seal({})).rejects.toThrow('closed')
  expect(source.state.isClosed).toBe(true)
})

test('keeps the curve out of the code that the page loads at once', () => {
  const folder = new URL('../../../src/lib/crypto/', import.meta.url)
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, from] of readFileSync(new URL(file, folder), 'utf8').matchAll(
      /^(?:import|export) (?!type).*'(.+)'$/gm,
    )) {
      if (from?.startsWith('./')) visit(from)
      else seen.add(from ?? '')
    }
  }
  visit('./sealer.ts')
  expect([...seen].sort()).toEqual([
    './seal.ts',
    './sealer.ts',
    './sm3.ts',
    './ticket-sources.ts',
    './tickets.ts',
    '@noble/hashes/utils.js',
  ])
})
