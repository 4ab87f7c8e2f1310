import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFaultLog } from '#service/platform/fault-log.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** A fault log whose time moves by hand, with the lines that it has written. */
function byHand() {
  let now = 0
  const lines: { level: string; message: string; fields: Record<string, unknown> }[] = []
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, message, fields: { ...fields } })
  const faults = createFaultLog({ warn: write('warn'), error: write('error') }, () => now)
  return {
    lines,
    messages: () => lines.map(({ message }) => message),
    pass(ms: number) {
      now += ms
    },
    fail: (error: unknown = new Error('port 22 is taken'), name = 'port') =>
      faults.report({ name, error, message: 'a port is taken' }),
    work: (name = 'port') => faults.resolve(name),
  }
}

const systemError = (code: string) =>
  Object.assign(new Error(`listen ${code}: address already in use 127.0.0.1:22`), { code, syscall: 'listen' })

test('logs a continuing fault once, then once an hour with its occurrences', () => {
  const { fail, pass, lines } = byHand()
  // 200 minutes, once a second.
  for (let second = 0; second < 12_000; second += 1, pass(1_000)) fail()
  expect(lines.map(({ fields: { times } }) => times)).toEqual([undefined, 3600, 3600, 3600])
})

test('logs each cause when it occurs, also when causes alternate', () => {
  const { fail, pass, lines } = byHand()
  for (let round = 0; round < 50; round += 1, pass(1_000)) {
    fail(new Error('timeout after 7 ms'))
    fail(new Error('429'))
    fail(systemError('ECONNREFUSED'))
  }
  expect(lines).toHaveLength(3)
})

test('treats messages that differ only in numbers as one cause', () => {
  const { fail, lines } = byHand()
  for (let block = 100; block < 200; block += 1) fail(new Error(`block ${block} has the hash 0x${block}ab`))
  expect(lines).toHaveLength(1)
})

test('holds a bounded number of causes for each fault', () => {
  const { fail, lines } = byHand()
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  for (const one of letters) for (const other of letters) fail(new Error(`${one}${other}`))
  expect(lines.length).toBeLessThan(30)
})

test('logs once that a fault is over, and nothing while all is well', () => {
  const { fail, work, lines } = byHand()
  work()
  fail()
  fail()
  work()
  work()
  expect(lines).toMatchObject([
    { level: 'error', message: 'a port is taken' },
    { level: 'warn', message: 'over: a port is taken', fields: { times: 2 } },
  ])
})

test('logs a fault that comes and goes at most every ten minutes', () => {
  const { fail, work, pass, messages } = byHand()
  for (let second = 0; second < 3_600; second += 2, pass(2_000)) {
    fail()
    work()
  }
  expect(messages().filter((message) => message.startsWith('over')).length).toBe(6)
  expect(messages()).toHaveLength(12)
})

test('logs a relapse that stays after ten minutes, and one after an hour at once', () => {
  const { fail, work, pass, messages } = byHand()
  fail()
  work()
  for (let minute = 0; minute < 11; minute += 1, pass(MINUTE_MS)) fail()
  expect(messages()).toEqual(['a port is taken', 'over: a port is taken', 'a port is taken'])
  work()
  pass(HOUR_MS)
  fail()
  expect(messages()).toHaveLength(5)
})

test('keeps things apart by their names', () => {
  const { fail, work, lines } = byHand()
  fail(systemError('EADDRINUSE'), 'port 1')
  fail(systemError('EADDRINUSE'), 'port 2')
  work('port 1')
  expect(lines).toHaveLength(3)
})

test('logs the stack of our own errors, and one sentence for errors of the system', () => {
  const { fail, lines } = byHand()
  const mistake = new TypeError('x is not a function')
  fail(mistake)
  fail(systemError('EADDRINUSE'))
  fail(new AggregateError([systemError('ECONNREFUSED')]))
  fail('a word')
  expect(lines.map(({ fields }) => fields)).toEqual([
    { err: mistake },
    { why: 'listen EADDRINUSE: address already in use 127.0.0.1:22' },
    { why: 'listen ECONNREFUSED: address already in use 127.0.0.1:22' },
    { why: 'a word' },
  ])
})

test('never logs more than one line per cause and ten minutes, for any sequence of faults and recoveries', () => {
  const acts = fc.array(fc.tuple(fc.constantFrom('fail', 'work'), fc.nat(MINUTE_MS)), { maxLength: 300 })
  fc.assert(
    fc.property(acts, (all) => {
      const { fail, work, pass, messages } = byHand()
      let ms = 0
      for (const [act, wait] of all) {
        if (act === 'fail') fail()
        else work()
        pass(wait)
        ms += wait
      }
      const max = 1 + Math.floor(ms / (10 * MINUTE_MS))
      expect(messages().filter((message) => message === 'a port is taken').length).toBeLessThanOrEqual(max)
    }),
  )
})
