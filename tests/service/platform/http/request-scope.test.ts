import { afterAll, beforeAll, expect, test } from 'vitest'
import { captchaImage } from '#lib/contract/accounts.ts'
import { PreparingClient } from '#service/platform/db/preparing-client.ts'
import { currentRequest, type RequestScope } from '#service/platform/http/request-scope.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Calls that go no further than their budget, and what they do there. */
async function callThat(act: (scope: RequestScope) => Promise<void>) {
  const { limits } = world.running.ctx
  const { spend } = limits
  const scopes: (RequestScope | undefined)[] = []
  limits.spend = async (name, key) => {
    if (name !== 'captchaIp') return spend(name, key)
    const scope = currentRequest()
    scopes.push(scope)
    if (scope) await act(scope)
  }
  try {
    return { answer: await world.post(`/api${captchaImage.path}`, { q: await world.sealed() }), scope: scopes[0] }
  } finally {
    limits.spend = spend
  }
}

const never = () => new Promise<void>(() => undefined)
const logged = (text: string) => world.logLines.filter((line) => line.includes(text))

test('work that fails unawaited ends its own request, which does not wait for the rest', async () => {
  const { answer, scope } = await callThat((own) => {
    own.fail(new Error('nobody awaited this'))
    return never()
  })
  expect(answer).toMatchObject({ status: 500, body: { data: { requestId: scope?.requestId } } })
  expect(logged('nobody awaited this')).toHaveLength(1)
  expect(world.running.ctx.load.atWork()).toBe(0)
})

test('a second failure of the same request changes nothing', async () => {
  const results: boolean[] = []
  const { answer } = await callThat((own) => {
    for (const word of ['first', 'second']) results.push(own.fail(new Error(`the ${word} failure`)))
    return never()
  })
  expect([answer.status, results]).toEqual([500, [true, false]])
  expect([logged('the first failure'), logged('the second failure')]).toMatchObject([[expect.anything()], []])
})

test('a failure after the answer leaves the answer as it was sent', async () => {
  const { answer, scope } = await callThat(async () => undefined)
  expect(answer.status).toBe(200)
  expect(scope?.fail(new Error('too late'))).toBe(false)
})

test('concurrent requests have scopes of their own', async () => {
  const ids = new Set<string>()
  const both = Promise.withResolvers<void>()
  const join = async ({ requestId }: RequestScope) => {
    ids.add(requestId)
    if (ids.size === 2) both.resolve()
    await both.promise
    expect(currentRequest()?.requestId).toBe(requestId)
  }
  const { limits } = world.running.ctx
  const { spend } = limits
  limits.spend = (name, key) => (name === 'captchaIp' ? join(currentRequest() as RequestScope) : spend(name, key))
  const ask = async () => world.post(`/api${captchaImage.path}`, { q: await world.sealed() })
  const answers = await Promise.all([ask(), ask()])
  limits.spend = spend
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('events of a connection belong to no request, not even to the one that opened it', async () => {
  const client = new PreparingClient({ connectionString: world.databaseUrl })
  const seen: (RequestScope | undefined)[] = []
  await callThat(async () => {
    client.on('notice', () => seen.push(currentRequest()))
    await client.connect()
    await client.query("do $$ begin raise notice 'heard'; end $$")
  })
  await client.end()
  expect(seen).toEqual([undefined])
})
