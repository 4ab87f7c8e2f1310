import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { md5Hex } from '#lib/crypto/md5.ts'
import { createSignature } from '#lib/crypto/signature.ts'
import { accepted, refused } from '#world/sm2-vectors.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User
/** The only reply to untrusted envelopes. */
let refusal: string
beforeAll(async () => {
  world = await createWorld()
  user = await world.user()
  refusal = (await world.post('/api/user/info', { q: 'no' })).text
})
afterAll(() => world.close())

const info = (q: unknown, headers: Record<string, string> = {}) =>
  world.post('/api/user/info', { q }, { token: user.token, ...headers })

/** Expects the one refusal, to the letter. */
async function expectRefused(q: unknown): Promise<void> {
  const { status, text } = await info(q)
  expect([status, text]).toEqual([400, refusal])
}

test("D2 the refusal has its code, its sentence and the service's time, and nothing else", async () => {
  expect(JSON.parse(refusal)).toEqual({
    code: 4000,
    msg: 'The request could not be read. Reload the page and try again.',
    data: { serverTime: world.clock.now() / 1000 },
    resp_code: 4000,
    resp_msg: 'The request could not be read. Reload the page and try again.',
  })
  const { body } = await info('no', { lang: 'zh' })
  expect(body.msg).toMatch(/^[\u4e00-\u9fff]/)
})

test("every reply has the service's time", async () => {
  const { body } = await info(await world.sealed())
  expect(body).toMatchObject({ code: 0, serverTime: world.clock.now() / 1000 })
})

test('has all 36 vectors', () => {
  expect(accepted.length + refused.length).toBe(36)
})

test.each([...refused, ...accepted])('D1 D2 refuses the vector "$name" over HTTP with that answer', ({ cipher }) =>
  // The texts of the accepted ones open, and carry no signature.
  expectRefused(cipher),
)

test.each([null, 0, 1.5, true, [], {}, '', ['04'], { q: '04' }, '04', 'zz', '04'.repeat(98), `0${'4'.repeat(1e4)}`])(
  'D2 refuses %j in place of a text',
  (q) => expectRefused(q),
)

test.each(['', '{}', '[]', 'null', '1', '"q"', '{"q"', '{"q":"04"} x', '{"__proto__":{"q":"04"}}', '\ufeff{}'])(
  'D3 refuses the body %j',
  async (body) => {
    const answer = await world.post('/api/user/info', body, { token: user.token })
    expect([answer.status, answer.text]).toEqual([400, refusal])
  },
)

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'x',
])('E10 refuses a body of the type %s, and does nothing', async (type) => {
  const q = await world.sealed()
  const answer = await world.post('/api/user/logout', { q }, { token: user.token, 'content-type': type })
  expect([answer.status, answer.text]).toEqual([400, refusal])
  expect((await info(q)).body.code).toBe(0)
})

test('D2 opens upper-case hex, and q beside other fields', async () => {
  expect((await info((await world.sealed()).toUpperCase())).body.code).toBe(0)
  const beside = await world.post('/api/user/info', { a: 1, q: await world.sealed() }, { token: user.token })
  expect(beside.body.code).toBe(0)
})

describe('the signature', () => {
  const seconds = () => world.clock.now() / 1000
  const signed = (values: { timestamp: unknown; versionNo?: string; randomStr?: string; salt?: string }) => {
    const {
      timestamp,
      versionNo = '0.1.0',
      randomStr = createSignature({ now: 0, versionNo: '', salt: '' }).randomStr,
    } = values
    const salt = values.salt ?? 'idleforge'
    return { timestamp, versionNo, randomStr, salt, sign: md5Hex(`${timestamp}${versionNo}${randomStr}${salt}`) }
  }

  test('D5 accepts a time as number and as text', async () => {
    for (const timestamp of [seconds(), String(seconds())])
      expect((await info(await world.sealer.seal(signed({ timestamp })))).body.code).toBe(0)
  })

  test.each([
    [-301, 400],
    [-300, 200],
    [-299, 200],
    [299, 200],
    [300, 200],
    [301, 400],
  ])('D4 answers a clock that is %i s off with %i', async (off, status) => {
    expect((await info(await world.sealer.seal(signed({ timestamp: seconds() + off })))).status).toBe(status)
  })

  test.each(['1e9', '-1', '', ' ', '0x1', 1.5, null, true, [], {}, 1e308, -1e308, 2 ** 53])(
    'D5 refuses the time %j',
    async (timestamp) => expectRefused(await world.sealer.seal(signed({ timestamp }))),
  )

  test('D5 refuses another salt with a right signature', async () =>
    expectRefused(await world.sealer.seal(signed({ timestamp: seconds(), salt: 'otherforge' }))))

  test.each(['', 'short', 'elevenchars', 'with space', '您您您您您您您您您您', 'a'.repeat(5000)])(
    'D5 refuses the random text %j, though signed right',
    async (randomStr) => expectRefused(await world.sealer.seal(signed({ timestamp: seconds(), randomStr }))),
  )

  test.each(['timestamp', 'versionNo', 'randomStr', 'salt', 'sign'] as const)(
    'D5 refuses %s when it is missing, of another type or changed',
    async (field) => {
      for (const value of [undefined, null, 7, true, [], {}, '', 'x', 'A'.repeat(32), '\u0000', '\ud800'])
        await expectRefused(await world.sealed({}, { [field]: value }))
    },
  )

  test('D5 refuses the sign in upper case: it is lower-case hex', async () => {
    const parts = signed({ timestamp: seconds() })
    await expectRefused(await world.sealer.seal({ ...parts, sign: parts.sign.toUpperCase().replace(/\d/g, 'A') }))
  })
})

describe('the payload', () => {
  const nested = (depth: number): object => (depth === 1 ? {} : { a: nested(depth - 1) })
  const wide = (keys: number) => Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, i]))

  test('T30 may be 16 levels deep and 64 keys wide, and no more', async () => {
    expect((await info(await world.sealed({ deep: nested(15) }))).body.code).toBe(0)
    await expectRefused(await world.sealed({ deep: nested(16) }))
    expect((await info(await world.sealed({ wide: wide(64) }))).body.code).toBe(0)
    await expectRefused(await world.sealed({ wide: wide(65) }))
    expect((await info(await world.sealed(wide(59)))).body.code).toBe(0)
    await expectRefused(await world.sealed(wide(60)))
    expect((await info(await world.sealed({ list: Array(1000).fill(1) }))).body.code).toBe(0)
    await expectRefused(await world.sealed({ list: Array(1001).fill(1) }))
  })

  test('D6 survives 10,000 levels of brackets', async () => {
    const text = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
    await expectRefused(await sealRaw(text))
  })

  test.each(['', ' ', 'x', '[]', 'null', '1', '"{}"', '{', '{"a":NaN}', '\ufeff{}', '{"a":1}{"b":2}'])(
    'D2 refuses the text %j in place of an object',
    async (text) => expectRefused(text === '' ? '04' : await sealRaw(text)),
  )

  test('T20 ignores fields that the call does not have', async () => {
    const q = await world.sealed({ userId: 'other', id: 'other', __proto__: { id: 'x' }, constructor: 1 })
    expect((await info(q)).body.data).toEqual(user.info)
  })
})

/** A text that is no payload of ours, sealed all the same. */
async function sealRaw(text: string): Promise<string> {
  const { sm2 } = await import('sm-crypto')
  return `04${sm2.doEncrypt(text, world.running.ctx.opener.publicKey, 1)}`
}

describe('H5 D4 T4 a captured request', () => {
  test('opens once of forty times in one moment', async () => {
    const q = await world.sealed()
    const answers = await Promise.all(Array.from({ length: 40 }, () => info(q)))
    expect(answers.filter(({ body }) => body.code === 0)).toHaveLength(1)
    expect(answers.filter(({ text }) => text === refusal)).toHaveLength(39)
  })

  test('of many at once each gets the reply of its own user, and a bad token none', async () => {
    const users = [user, await world.user(), await world.user()]
    const tokens = Array.from({ length: 60 }, (_, index) => users[index % 4]?.token ?? 'nobody')
    const sealed = await Promise.all(tokens.map(() => world.sealed()))
    const answers = await Promise.all(sealed.map((q, index) => info(q, { token: tokens[index] ?? '' })))
    expect(answers.map(({ body }) => body.data?.username ?? body.code)).toEqual(
      tokens.map((_, index) => users[index % 4]?.info.username ?? 4001),
    )
  })

  test('is refused with the token of a user for whom it was not made', async () => {
    const q = () => world.sealed({ forUser: user.info.id })
    const { token } = await world.user()
    const codes = [await info(await q()), await info(await q(), { token })].map(({ body }) => body.code)
    expect(codes).toEqual([0, 4001])
  })

  test('opens once: not again on its path, nor on another, nor with another token', async () => {
    const stranger = await world.user()
    const q = await world.sealed()
    expect((await info(q)).body.code).toBe(0)
    await expectRefused(q)
    await expectRefused(q.toUpperCase())
    for (const { path } of world.running.app.endpoints) {
      const answer = await world.post(`/api${path}`, { q }, { token: stranger.token })
      expect([path, answer.status, answer.text]).toEqual([path, 400, refusal])
    }
  })

  test('is consumed by a call that was refused for its token or its input', async () => {
    for (const [path, payload] of [
      ['/api/user/info', {}],
      ['/api/machine/rename', { id: 'x' }],
    ] as const) {
      const q = await world.sealed(payload)
      const first = await world.post(path, { q }, path.endsWith('info') ? {} : { token: user.token })
      expect([4001, 4002]).toContain(first.body.code)
      expect((await world.post(path, { q }, { token: user.token })).text).toBe(refusal)
    }
  })

  test('does not open again when it is encrypted again with the same time and random text', async () => {
    const parts = createSignature({ now: world.clock.now(), versionNo: '0.1.0', salt: 'idleforge' })
    expect((await info(await world.sealer.seal({ ...parts }))).body.code).toBe(0)
    await expectRefused(await world.sealer.seal({ ...parts, more: 1 }))
    await expectRefused(await world.sealer.seal({ ...parts, timestamp: String(parts.timestamp) }))
    await expectRefused(await world.sealer.seal({ ...parts, timestamp: `00${parts.timestamp}` }))
  })

  test('opens once of 200 copies at the same moment', async () => {
    await world.warmUp()
    for (let round = 0; round < 5; round++) {
      const q = await world.sealed()
      const answers = await Promise.all(Array.from({ length: 200 }, () => info(q)))
      expect(answers.filter(({ body }) => body.code === 0)).toHaveLength(1)
      expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([refusal, expect.stringContaining('"code":0')]))
    }
  })

  test('is refused after a restart, until its time has passed', async () => {
    const early = await world.sealed({}, {})
    const q = await world.sealed()
    expect((await info(q)).body.code).toBe(0)
    expect((await info(early)).body.code).toBe(0)
    await world.restart()
    await expectRefused(q)
    world.clock.advance(299)
    expect((await info(q)).status).toBe(400)
    world.clock.advance(2)
    expect((await info(early)).status).toBe(400)
  })
})

describe('the size', () => {
  const ofBytes = (bytes: number) => JSON.stringify({ q: 'a'.repeat(bytes - 8) })

  test('T30 is refused with 413 from 64 KiB on, before anything is opened', async () => {
    const largest = ofBytes(64 * 1024)
    expect(Buffer.byteLength(largest)).toBe(65_536)
    expect((await world.post('/api/user/info', largest)).status).toBe(400)
    const answer = await world.post('/api/user/info', ofBytes(64 * 1024 + 1))
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([
      413,
      4000,
      'The request is too large. Send less at once.',
    ])
    const chinese = await world.post('/api/user/info', ofBytes(1_000_000), { lang: 'zh' })
    expect([chinese.status, chinese.body.msg]).toEqual([413, expect.stringMatching(/[\u4e00-\u9fff]/)])
  })

  test('T30 leaves room for 32,000 bytes of payload', async () => {
    expect((await info(await world.sealed({ text: 'x'.repeat(32_000) }))).body.code).toBe(0)
    expect((await info(await world.sealed({ text: 'x'.repeat(33_000) }))).status).toBe(413)
  })
})
