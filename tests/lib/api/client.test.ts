import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type ClientOptions, createClient } from '#lib/api/client.ts'
import { LoginExpiredError, RefusedError, TransportError } from '#lib/api/errors.ts'
import { endpoint } from '#lib/contract/endpoint.ts'

const NOW = Date.UTC(2026, 2, 10, 12)
const sum = endpoint('/sum', { auth: true, request: v.object({ a: v.number() }), reply: v.object({ n: v.number() }) })
/** Milliseconds of a call's way there and back, for some calls in a row. */
const delays = fc.array(fc.tuple(fc.nat(20_000), fc.nat(20_000)), { minLength: 1, maxLength: 6 })
const nothing = endpoint('/nothing', { auth: true, request: v.object({}), reply: v.object({}) })

interface Sent {
  url: string
  init: RequestInit
  payload: Record<string, unknown>
}

/** A client whose service gives these answers in turn, the last one again and again. */
function clientOf(answers: (Response | Error)[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = []
  let payload: Record<string, unknown> = {}
  const client = createClient({
    base: '/api',
    salt: 'salt',
    versionNo: '1',
    seal: async (object) => {
      payload = object as Record<string, unknown>
      return '04'
    },
    session: () => ({ token: 'token-of-the-session', user: { id: 'u1' } }),
    lang: () => 'zh',
    now: () => NOW,
    fetch: async (url, init) => {
      sent.push({ url: String(url), init: init ?? {}, payload })
      const answer = answers[Math.min(sent.length, answers.length) - 1] as Response | Error
      if (answer instanceof Error) throw answer
      return answer.clone()
    },
    ...options,
  })
  return { ...client, sent }
}

const json = (body: unknown, status = 200, statusText = '') =>
  new Response(JSON.stringify(body), { status, statusText, headers: { 'content-type': 'application/json' } })
const ask = (answer: Response | Error) =>
  clientOf([answer])
    .call(sum, { a: 1 })
    .then(
      (data) => ({ data }),
      (error: unknown) => error,
    )

describe('success (SPEC-8.1)', () => {
  test.each([
    { data: { n: 1 } },
    { code: 0, data: { n: 1 } },
    { code: '0', data: { n: 1 } },
    { code: '000000', data: { n: 1 } },
    { code: null, resp_code: null, data: { n: 1 } },
    { code: 0, resp_code: 0, data: { n: 1 } },
    { code: '000000', resp_code: '000000', data: { n: 1 } },
    { resp_code: 0, data: { n: 1 } },
  ])('is %j', async (body) => {
    expect(await ask(json(body))).toEqual({ data: { n: 1 } })
  })

  test('may have no data when the call has an empty reply', async () => {
    expect(await clientOf([json({ code: 0 })]).call(nothing, {})).toEqual({})
  })
})

describe('an expired login (SPEC-8.2, SPEC-8.3)', () => {
  test.each([
    json({ code: 401 }),
    json({ code: 4001 }),
    json({ code: '401', msg: 'x' }),
    json({ code: '4001' }),
    json({ code: 0, resp_code: 401, data: { n: 1 } }),
    json({ resp_code: '4001' }),
    json({ code: 4001 }, 400),
    json({}, 401),
    new Response('<html>', { status: 401 }),
    new Response(null, { status: 401 }),
  ])('is recognised, form %#', async (answer) => {
    expect(await ask(answer)).toBeInstanceOf(LoginExpiredError)
  })
})

describe('a refusal (SPEC-8.4)', () => {
  test.each([
    [{ code: 4009, msg: 'No.', data: { reason: 'X', n: 2 } }, '4009', 'No.', 'X'],
    [{ code: 'E1', msg: '', resp_msg: 'Nein.' }, 'E1', 'Nein.', undefined],
    [{ code: 0, resp_code: 7, resp_msg: 'Non.' }, '7', 'Non.', undefined],
    [{ resp_code: '9', msg: 'Ne.' }, '9', 'Ne.', undefined],
    [{ code: 1, data: 'text' }, '1', '', undefined],
    [{ code: -1, msg: 5, data: { reason: 5 } }, '-1', '', undefined],
    [{ code: false, msg: 'no' }, 'false', 'no', undefined],
    [{ code: '00', msg: 'no' }, '00', 'no', undefined],
  ])('is %j', async (body, code, message, reason) => {
    const error = await ask(json(body))
    expect(error).toBeInstanceOf(RefusedError)
    expect(error).toMatchObject({ code, message, reason })
  })

  test.each([
    [429, { code: 4029, msg: 'Slow.', data: { retryAfter: 7 } }],
    [403, { code: 4003, msg: 'Not allowed.' }],
    [413, { code: 4000, msg: 'Too large.' }],
    [503, { code: 5003, msg: 'Busy.' }],
  ])('comes with HTTP %i too', async (status, body) => {
    expect(await ask(json(body, status))).toMatchObject({ name: 'Refused', code: String(body.code), message: body.msg })
  })
})

describe('a transport error (SPEC-8.6 to SPEC-8.10)', () => {
  test.each([
    ['HTTP 400 with resp_msg', json({ resp_msg: 'Bad one.', msg: 'other' }, 400, 'Bad Request'), 'Bad one.', 400],
    ['HTTP 400 with msg', json({ msg: 'Bad two.' }, 400, 'Bad Request'), 'Bad two.', 400],
    ['HTTP 400 without a word', json({}, 400, 'Bad Request'), '', 400],
    ['HTTP 500', json({ code: 5000, msg: 'inside' }, 500, 'Internal Server Error'), 'Internal Server Error', 500],
    ['HTTP 502 with a page', new Response('<html>', { status: 502, statusText: 'Bad Gateway' }), 'Bad Gateway', 502],
    ['HTTP 503 with a word', json({ msg: 'Soon.' }, 503, 'Service Unavailable'), 'Soon.', 503],
    ['HTTP 404 with a page', new Response('x', { status: 404, statusText: 'Not Found' }), 'Not Found', 404],
  ])('is %s', async (_, answer, message, status) => {
    expect(await ask(answer)).toMatchObject({ name: 'TransportError', kind: 'status', message, status })
  })

  const typed = (body: BodyInit | null, type: string) => new Response(body, { headers: { 'content-type': type } })
  test.each([
    ['the page of a captive portal', typed('<html>Welcome to our Wi-Fi</html>', 'text/html')],
    ['a page that calls itself JSON', typed('<html>', 'application/json')],
    ['an empty answer', typed('', 'application/json')],
    ['no body at all', new Response(null, { status: 204 })],
    ['JSON that calls itself a page', typed('{"data":{"n":1}}', 'text/html')],
    ['JSON without a type', typed('{"data":{"n":1}}', '')],
    ['a list', json([{ n: 1 }])],
    ['null', json(null)],
    ['a number', json(0)],
    ['an answer of another shape', json({ code: 0, data: { n: 'one' } })],
    ['T27 an empty object', json({})],
    ['data that is missing', json({ code: 0 })],
  ])('T27 H4c is %s, and never a success', async (_, answer) => {
    expect(await ask(answer)).toMatchObject({ name: 'TransportError', kind: 'unexpected' })
  })

  test('is no answer', async () => {
    expect(await ask(new TypeError('Failed to fetch'))).toMatchObject({ kind: 'offline', message: 'Failed to fetch' })
  })

  test('is an answer that takes too long', async () => {
    const { call } = clientOf([], {
      timeoutMs: 20,
      fetch: (_, init) =>
        new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    })
    await expect(call(sum, { a: 1 })).rejects.toMatchObject({ name: 'TransportError', kind: 'timeout' })
  })

  const never = () => new Promise<never>(() => undefined)

  test('is no answer within 60 seconds', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { call } = clientOf([], { fetch: never })
    let error: unknown
    const settled = call(sum, { a: 1 }).catch((one: unknown) => (error = one))
    await vi.advanceTimersByTimeAsync(59_999)
    expect(error).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await settled
    expect(error).toMatchObject({ name: 'TransportError', kind: 'timeout' })
  })

  test('is a sealing that never ends, and nothing is sent', async () => {
    const { call, sent } = clientOf([], { timeoutMs: 20, seal: never })
    await expect(call(sum, { a: 1 })).rejects.toMatchObject({ name: 'TransportError', kind: 'timeout' })
    expect(sent).toEqual([])
  })

  test('is a second try without time left', async () => {
    const late = json({ code: 4000, msg: 'no', data: { serverTime: NOW / 1000 + 7200 } }, 400)
    const answers = [Promise.resolve(late), never()]
    const { call } = clientOf([], { timeoutMs: 20, fetch: () => answers.shift() ?? never() })
    await expect(call(sum, { a: 1 })).rejects.toMatchObject({ name: 'TransportError', kind: 'timeout' })
  })

  test('is a body that breaks off', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"code":0,'))
        controller.error(new Error('reset'))
      },
    })
    const answer = new Response(body, { headers: { 'content-type': 'application/json' } })
    const { call } = clientOf([], { fetch: async () => answer })
    await expect(call(sum, { a: 1 })).rejects.toBeInstanceOf(TransportError)
  })

  test('is not an abort by the caller', async () => {
    const controller = new AbortController()
    const giveUp: typeof fetch = async (_, init) => {
      controller.abort()
      init?.signal?.throwIfAborted()
      return json({})
    }
    const { call } = clientOf([], { fetch: giveUp })
    await expect(call(sum, { a: 1 }, controller.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('is not an abort by the caller during sealing', async () => {
    const controller = new AbortController()
    const { call } = clientOf([], { seal: never })
    const pending = call(sum, { a: 1 }, controller.signal)
    controller.abort()
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a request', () => {
  test('has the language, the token and nothing of the browser’s own', async () => {
    const { call, sent } = clientOf([json({ data: { n: 1 } })])
    await call(sum, { a: 5 })
    expect(sent[0]?.url).toBe('/api/sum')
    expect(sent[0]?.init).toMatchObject({ method: 'POST', credentials: 'omit', cache: 'no-store', body: '{"q":"04"}' })
    expect(sent[0]?.init.headers).toEqual({
      'content-type': 'application/json',
      lang: 'zh',
      token: 'token-of-the-session',
    })
    expect(sent[0]?.payload).toMatchObject({ a: 5, forUser: 'u1', timestamp: NOW / 1000, versionNo: '1', salt: 'salt' })
  })

  test('has no token header without a session', async () => {
    const { call, sent } = clientOf([json({ data: { n: 1 } })], { session: () => undefined })
    await call(sum, { a: 5 })
    expect(sent[0]?.init.headers).not.toHaveProperty('token')
    expect(sent[0]?.payload).not.toHaveProperty('forUser')
  })

  test('is made with the session of its start, whichever follows while it is sealed', async () => {
    let session = { token: 'token-of-ada', user: { id: 'ada' } }
    const seal = async ({ forUser }: { forUser?: string }) => {
      session = { token: 'token-of-bob', user: { id: 'bob' } }
      return `04 for ${forUser}`
    }
    const { call, sent } = clientOf([json({ data: { n: 1 } })], { session: () => session, seal })
    await call(sum, { a: 5 })
    expect([sent[0]?.init.headers, sent[0]?.init.body]).toMatchObject([{ token: 'token-of-ada' }, '{"q":"04 for ada"}'])
  })

  test('is checked first: an invalid payload is never sent', async () => {
    const { call, sent } = clientOf([json({ data: { n: 1 } })])
    await expect(call(sum, { a: 'x' } as never)).rejects.toThrow()
    expect(sent).toEqual([])
  })
})

describe('T5 a clock that is off', () => {
  const refusal = (serverTime: unknown) => json({ code: 4000, msg: 'no', data: { serverTime } }, 400)
  const served = json({ data: { n: 1 } })

  test('is corrected, and the call repeated with a new signature', async () => {
    const { call, sent, clockOffset } = clientOf([refusal(NOW / 1000 + 7200), served])
    expect(await call(sum, { a: 1 })).toEqual({ n: 1 })
    expect(clockOffset()).toBe(7200_000)
    expect(sent.map(({ payload }) => payload.timestamp)).toEqual([NOW / 1000, NOW / 1000 + 7200])
    expect(sent[0]?.payload.randomStr).not.toBe(sent[1]?.payload.randomStr)
    await call(sum, { a: 1 })
    expect(sent[2]?.payload.timestamp).toBe(NOW / 1000 + 7200)
  })

  test('is corrected for every concurrent call', async () => {
    const stamps: number[] = []
    const { call } = clientOf([], {
      seal: async (object) => JSON.stringify(object),
      fetch: async (_, init) => {
        const { timestamp } = JSON.parse((JSON.parse(String(init?.body)) as { q: string }).q) as { timestamp: number }
        stamps.push(timestamp - NOW / 1000)
        return timestamp === NOW / 1000 + 7200 ? served.clone() : refusal(NOW / 1000 + 7200)
      },
    })
    expect(await Promise.all([1, 2, 3].map(() => call(sum, { a: 1 })))).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }])
    expect(stamps.sort()).toEqual([0, 0, 0, 7200, 7200, 7200])
  })

  test('is retried exactly once', async () => {
    const { call, sent } = clientOf([refusal(NOW / 1000 - 86_400)])
    await expect(call(sum, { a: 1 })).rejects.toMatchObject({ name: 'Refused', code: '4000' })
    expect(sent).toHaveLength(2)
    await expect(call(sum, { a: 1 })).rejects.toMatchObject({ code: '4000' })
    expect(sent).toHaveLength(3)
  })

  test.each([NOW / 1000, NOW / 1000 + 59, NOW / 1000 - 59, undefined, null, 'soon', String(NOW / 1000 + 7200)])(
    'is not the meaning of a refusal with the time %s',
    async (serverTime) => {
      const { call, sent } = clientOf([refusal(serverTime)])
      await expect(call(sum, { a: 1 })).rejects.toMatchObject({ code: '4000' })
      expect(sent).toHaveLength(1)
    },
  )

  test('is not the meaning of another refusal with a time', async () => {
    const { call, sent } = clientOf([json({ code: 4009, data: { serverTime: NOW / 1000 + 7200 } })])
    await expect(call(sum, { a: 1 })).rejects.toMatchObject({ code: '4009' })
    expect(sent).toHaveLength(1)
  })
})

describe('the time of a reply', () => {
  const timed = (serverTime: unknown) => json({ code: 0, data: { n: 1 }, serverTime })

  test.each([280, -280, 20, -20, 0])('corrects a clock that is off by %i s', async (off) => {
    const offsets: number[] = []
    const { call, clockOffset } = clientOf([timed(NOW / 1000 + off)], { onClockOffset: (ms) => offsets.push(ms) })
    await call(sum, { a: 1 })
    // The reply's second has just begun or is just ending.
    expect([0, 1000]).toContain(Math.abs(clockOffset() - off * 1000))
    await call(sum, { a: 1 })
    expect(offsets).toHaveLength(off === 0 ? 0 : 1)
  })

  test.each([
    ['beside the data', { code: 0, data: { n: 1 }, serverTime: NOW / 1000 + 280 }],
    ['among the data', { code: 0, data: { n: 1, serverTime: NOW / 1000 + 280 } }],
    ['of a refusal', { code: 4009, data: { serverTime: NOW / 1000 + 280 } }],
  ])('counts %s', async (_, body) => {
    const { call, clockOffset } = clientOf([json(body)])
    await call(sum, { a: 1 }).catch(() => undefined)
    expect(clockOffset()).toBe(280_000)
  })

  test.each([undefined, null, 'soon', {}, Number.NaN])('is none where it is %j', async (serverTime) => {
    const { call, clockOffset } = clientOf([timed(serverTime)])
    await call(sum, { a: 1 })
    expect(clockOffset()).toBe(0)
  })

  test('moves the offset as little as necessary, however long the call took', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: -86_400_000, max: 86_400_000 }), delays, async (off, pauses) => {
        let device = NOW
        const service = () => device + off
        const fetchTimed: typeof fetch = async () => {
          const [there = 0, back = 0] = pauses.shift() ?? []
          device += there
          const answer = timed(Math.floor(service() / 1000))
          device += back
          return answer
        }
        const { call, clockOffset } = clientOf([], { now: () => device, fetch: fetchTimed })
        let before: number | undefined
        while (pauses.length > 0) {
          const [there = 0, back = 0] = pauses[0] ?? []
          await call(sum, { a: 1 })
          const wrong = Math.abs(clockOffset() - off)
          expect(wrong).toBeLessThanOrEqual(there + back + 1000)
          // A better estimate is never replaced by a worse one.
          if (before !== undefined) expect(wrong).toBeLessThanOrEqual(before)
          before = wrong
        }
      }),
    ))
})
