import type pg from 'pg'
import { expect, test } from 'vitest'
import { breakPool } from '#service/platform/db/breaker.ts'
import { DatabaseUnavailableError } from '#service/platform/db/unavailable.ts'

const lost = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

/** A pool whose connects fail with these errors, one after the other, and succeed then, and a probe of the database. */
function createBreaker(failures: Error[], probe: () => Promise<void>) {
  const client = { release: () => undefined } as unknown as pg.PoolClient
  const pool = {
    connect(callback: (error?: Error, client?: pg.PoolClient) => void) {
      const failure = failures.shift()
      if (failure) callback(failure)
      else callback(undefined, client)
    },
  } as unknown as pg.Pool
  const changes: boolean[] = []
  const { close } = breakPool(pool, { probe, onChange: (isOpen) => void changes.push(isOpen) })
  const connect = () =>
    pool.connect().then(
      () => 'connected',
      (error: unknown) => (error instanceof DatabaseUnavailableError ? 'refused' : 'failed'),
    )
  return { connect, changes, close }
}

test('one connection that is reset refuses no call while the database answers', async () => {
  const { connect, changes, close } = createBreaker([lost()], async () => undefined)
  expect([await connect(), await connect(), await connect()]).toEqual(['failed', 'connected', 'connected'])
  expect(changes).toEqual([])
  close()
})

test('calls are refused once the probe has failed, too, and the first success lets them in', async () => {
  let isAway = true
  let attempts = 0
  const { connect, changes, close } = createBreaker([lost()], async () => {
    attempts += 1
    if (isAway) throw lost()
  })
  expect(await connect()).toBe('failed')
  await expect.poll(() => changes).toEqual([true])
  expect([await connect(), await connect(), attempts]).toEqual(['refused', 'refused', 1])
  isAway = false
  await expect.poll(() => changes).toEqual([true, false])
  expect(await connect()).toBe('connected')
  close()
})

test('a database that has no connection left for the probe refuses no call', async () => {
  const { connect, changes, close } = createBreaker([lost()], async () => {
    throw Object.assign(new Error('sorry, too many clients already'), { code: '53300' })
  })
  expect([await connect(), await connect(), await connect()]).toEqual(['failed', 'connected', 'connected'])
  expect(changes).toEqual([])
  close()
})

test('an error that does not say that the database is away starts no probe', async () => {
  const refusal = (code: string) => Object.assign(new Error('refused'), { code })
  const queue = new Error('timeout exceeded when trying to connect')
  let attempts = 0
  const { connect, close } = createBreaker([refusal('53300'), refusal('28P01'), queue], async () => {
    attempts += 1
  })
  expect([await connect(), await connect(), await connect(), await connect()]).toEqual([
    'failed',
    'failed',
    'failed',
    'connected',
  ])
  expect(attempts).toBe(0)
  close()
})
