import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentBind, agentReport, agentToday, agentWork } from '#lib/contract/agent.ts'
import type { Endpoint } from '#lib/contract/endpoint.ts'
import { hostPoll } from '#lib/contract/host.ts'
import { bindRequest, type Device } from '#world/device.ts'
import { listMachine, report } from '#world/gpu.ts'
import { createRandom, type Random } from '#world/random.ts'
import { fieldsOf, formsOf, validValueOf } from '#world/valid-values.ts'
import type { User } from '#world/visitor.ts'
import { type Answer, createWorld, type World } from '#world/world.ts'

/** Damaged envelopes, and strange values a field: `npm run test:long` sends 10,000, and every value. */
const CASES = Number(process.env.FUZZ_CASES ?? 300)
const VALUES = Number(process.env.FUZZ_VALUES ?? 3)
const seed = Number(process.env.FUZZ_SEED ?? randomBytes(4).readUInt32BE())

let world: World
let user: User
let device: Device
beforeAll(async () => {
  console.info(`fuzz: FUZZ_SEED=${seed} FUZZ_CASES=${CASES} FUZZ_VALUES=${VALUES}`)
  world = await createWorld()
  user = await world.user()
  device = await world.device(user)
})
afterAll(() => world.close())

/** Answers tell nothing of the inside: no stack, no SQL, no path, no version. */
const leaks = /\bat \S+ \(|\.ts\b|node_modules|select |insert |postgres|fastify|valibot|stack|\/work\//i

function expectPlain(answer: Answer, request: unknown): void {
  const { status, body, text } = answer
  if (status >= 500 || body?.code === undefined || leaks.test(text)) expect.fail(`${JSON.stringify(request)}: ${text}`)
  // The time stands in the answers to pages alone.
  const keys = Object.keys(body).filter((key) => key !== 'serverTime')
  expect(keys.sort()).toEqual(['code', 'data', 'msg', 'resp_code', 'resp_msg'])
}

/** So many at a time, each with the next number. */
async function times(count: number, run: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await run(next++)
  }
  await Promise.all(Array.from({ length: 32 }, lane))
}

/** Where each part begins: no test comes near its time on a slow machine. */
const PART = 100
const envelopeParts = Array.from({ length: Math.ceil(CASES / PART) }, (_, index) => index * PART)

const hexDigits = '0123456789abcdefABCDEFgzZ -+.\u0000\u00e9'

/** Changes a valid `q`: a byte at a place that walks over all of them, or a part cut, doubled, swapped or random. */
function mutate(q: string, index: number, random: Random): unknown {
  const at = (index * 2) % q.length
  const byte = Number.parseInt(q.slice(at, at + 2), 16)
  const flipped = (byte ^ (1 << random.below(8))).toString(16).padStart(2, '0')
  const kinds: (() => unknown)[] = [
    () => q.slice(0, at) + flipped + q.slice(at + 2),
    () => q.slice(0, at) + flipped + q.slice(at + 2),
    () => q.slice(0, at),
    () => q.slice(0, at) + q.slice(at + 2),
    () => q.slice(0, at) + hexDigits[random.below(hexDigits.length)] + q.slice(at + 1),
    () => q.slice(0, at) + q.slice(at, at + 64) + q.slice(at),
    () => `04${random.hex(64 + random.below(400))}`,
    () => random.hex(random.below(600)),
    () => [q],
    () => ({ toString: q }),
    () => random.pick([null, true, random.below(1e9), -1, '', '04', `${q}00`, ` ${q}`, `${q}\n`, q.slice(2), `04${q}`]),
  ]
  return random.pick(kinds)()
}

test.each(envelopeParts)(
  'H4 D2 D9 refuses damaged envelopes from the %dth on with one answer, and lives',
  async (from) => {
    const random = createRandom(seed + from)
    const valid = await Promise.all(Array.from({ length: 8 }, () => world.sealed({ page: 1, text: '您好 ok' })))
    const refusal = (await world.post('/api/user/info', { q: 'no' })).text
    const unlike: string[] = []
    await times(Math.min(PART, CASES - from), async (index) => {
      const q = mutate(valid[index % valid.length] as string, from + index, random)
      // An unchanged envelope is no case.
      if (typeof q === 'string' && valid.includes(q.toLowerCase())) return
      const { status, text } = await world.post('/api/user/info', { q }, { token: user.token })
      if (status !== 400 || text !== refusal) unlike.push(`${status} ${text} ${JSON.stringify(q)}`)
    })
    expect(unlike.slice(0, 3)).toEqual([])
    const [first] = valid
    expect((await world.post('/api/user/info', { q: first }, { token: user.token })).body.code).toBe(0)
  },
)

const strange: unknown[] = [
  null, 0, -1, 1, 1.5, -0, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, true, false, '', ' ', 'x', '0', '-1', '1e9', 'NaN',
  '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\uffff', '您', '👩‍👩‍👧', '__proto__', 'constructor', "'; drop table users --",
  '%', '../../etc/passwd', '{{7*7}}', '<script>alert(1)</script>', '\r\nSet-Cookie: a=b', 'x'.repeat(20_000), [], [null],
  [[]], ['x'], {}, { length: 1 }, { toString: 'x' }, { $gt: '' }, { constructor: { prototype: {} } },
  8_640_000_000_000, 253_402_300_800, '2026-03-10', 'true', Array(900).fill(0),
] // biome-ignore format: a table of values reads better in rows

interface Case {
  endpoint: Endpoint
  payload: Record<string, unknown>
}

/** So many of the strange values, others for each field and each seed. */
function someStrange(random: Random): unknown[] {
  if (VALUES >= strange.length) return strange
  const left = [...strange]
  return Array.from({ length: VALUES }, () => left.splice(random.below(left.length), 1)[0])
}

/** A legal payload of each form of a call, with one field strange or missing: a new call enters by its own schema. */
const casesOf = (endpoint: Endpoint, random: Random): Case[] =>
  formsOf(endpoint.request).flatMap((form) => {
    const whole = validValueOf(form, endpoint.path) as Record<string, unknown>
    const cases = fieldsOf(form).flatMap(([name]) => [
      ...someStrange(random).map((value) => ({ endpoint, payload: { ...whole, [name]: value } })),
      { endpoint, payload: Object.fromEntries(Object.entries(whole).filter(([other]) => other !== name)) },
    ])
    return [...cases, { endpoint, payload: whole }, { endpoint, payload: { ...whole, unknown: strange } }]
  })

/** The result of the contract's schema for a payload, after a round trip over JSON. */
const isLegal = ({ endpoint, payload }: Case) =>
  v.safeParse(endpoint.request, JSON.parse(JSON.stringify(payload))).success

const CALL_PARTS = 8
test.each(Array.from({ length: CALL_PARTS }, (_, index) => index))(
  'H4 D6 D7 D9 refuses wrong values of every field of every call by name (%d)',
  async (part) => {
    const { endpoints } = world.running.app
    const random = createRandom(seed)
    // These end the session that the others need; their input is empty.
    const cases = endpoints
      .filter(({ path }, index) => path !== '/user/logout' && index % CALL_PARTS === part)
      .flatMap((one) => casesOf(one, random))
    await times(cases.length, async (index) => {
      const one = cases[index] as Case
      const answer = await world.post(
        `/api${one.endpoint.path}`,
        { q: await world.sealed(one.payload) },
        { token: user.token },
      )
      const request = [one.endpoint.path, one.payload]
      expectPlain(answer, request)
      const expected = isLegal(one) ? answer.body.code !== 4002 : answer.body.code === 4002
      if (!expected) expect.fail(`${JSON.stringify(request)}: ${answer.text}`)
    })
    expect(cases.length).toBeGreaterThan(8 * Math.min(VALUES, strange.length))
    expect((await world.post('/api/user/info', { q: await world.sealed() }, { token: user.token })).body.code).toBe(0)
  },
)

test('H4 D6 refuses wrong values of every field of the calls of a miner', async () => {
  const random = createRandom(seed)
  const shares = strange.flatMap((value) => [
    { endpoint: agentReport, payload: { ...reportOf(), shares: [value] } },
    { endpoint: agentReport, payload: { ...reportOf(), shares: [{ workId: value, nonce: '0'.repeat(16) }] } },
    { endpoint: agentReport, payload: { ...reportOf(), shares: [{ workId: 'none', nonce: value }] } },
  ])
  const cases = [...[agentBind, agentWork, agentReport, agentToday].flatMap((one) => casesOf(one, random)), ...shares]
  await times(cases.length, async (index) => {
    const one = cases[index] as Case
    const answer = await world.post(one.endpoint.path, one.payload, { 'device-token': device.token })
    const request = [one.endpoint.path, one.payload]
    expectPlain(answer, request)
    // The JSON reader refuses what would reach a prototype, before any schema.
    const isPoisoned = JSON.stringify(one.payload).includes('"constructor":{"prototype"')
    const { code } = answer.body
    const expected = isPoisoned ? code === 4000 : isLegal(one) ? ![4000, 4002].includes(code) : code === 4002
    if (!expected) expect.fail(`${JSON.stringify(request)}: ${answer.text}`)
  })
  // Some of them began runs of a miner, which only the newest may report for.
  await world.post(agentWork.path, {}, { 'device-token': device.token })
  expect(await device.report({ sequence: 2_000_000_000 })).toMatchObject({ accepted: 0 })
})

const reportOf = () => ({ sequence: 1, state: 'mining', gpuCount: 0, version: '1.0.0' })

test('H4 D6 refuses wrong values of every field of the call of a host', async () => {
  const machine = await listMachine(world)
  const random = createRandom(seed)
  const whole = report()
  const cases: Case[] = Object.keys(whole).flatMap((name) => [
    ...someStrange(random).map((value) => ({ endpoint: hostPoll, payload: { ...whole, [name]: value } })),
    ...someStrange(random).map((value) => ({
      endpoint: hostPoll,
      payload: { ...whole, rentals: [{ id: 'none', state: 'running', restarts: 0, [name]: value }] },
    })),
  ])
  await times(cases.length, async (index) => {
    const one = cases[index] as Case
    const answer = await world.post(one.endpoint.path, one.payload, { 'host-token': machine.token })
    expectPlain(answer, one.payload)
    const isPoisoned = JSON.stringify(one.payload).includes('"constructor":{"prototype"')
    const { code } = answer.body
    const expected = isPoisoned ? code === 4000 : isLegal(one) ? ![4000, 4002].includes(code) : code === 4002
    if (!expected) expect.fail(`${JSON.stringify(one.payload)}: ${answer.text}`)
  })
})

test('D3 refuses bodies of a miner that are not objects', async () => {
  for (const body of ['', 'x', 'null', '1', '[]', '"x"', '{', '{"__proto__":{"code":"x"}}']) {
    const answer = await world.post('/agent/bind', body)
    expect([body, [400, 200].includes(answer.status), [4000, 4002].includes(answer.body.code)]).toEqual([
      body,
      true,
      true,
    ])
  }
  const { body } = await world.post('/agent/bind', { ...bindRequest('00000000'), requestId: 'x' })
  expect(body).toMatchObject({ code: 4002, data: { field: 'requestId' } })
})
