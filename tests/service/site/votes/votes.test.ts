import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { votePage } from '#lib/contract/page-votes.ts'
import { createOperator } from '#world/operator.ts'
import { createWorld, type World } from '#world/world.ts'

/** With the budgets of production. */
let world: World
beforeAll(async () => {
  world = await createWorld({ settings: { LIMITS: 'default' } })
})
afterAll(() => world.close())
beforeEach(() => world.query('delete from page_votes'))

let addresses = 0
/** An answer from a network that has sent none before. */
const vote = (path: string, isHelpful: boolean, ip = `198.51.100.${++addresses}`) =>
  world.visitor({ ip }).call(votePage, { path, isHelpful })
const counts = () => world.query('select path, lang, yes, no from page_votes order by path, lang')

test('counts answers by page and language, without a session', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, index) => vote('/docs/wallets/', index % 4 > 0)))
  for (const path of ['/zh/docs/wallets', '/guide/first-evening/', '/faq/cloud/']) await vote(path, false)
  expect(await counts()).toEqual([
    { path: '/docs/wallets/', lang: 'en', yes: 6, no: 2 },
    { path: '/docs/wallets/', lang: 'zh', yes: 0, no: 1 },
    { path: '/faq/cloud/', lang: 'en', yes: 0, no: 1 },
    { path: '/guide/first-evening/', lang: 'en', yes: 0, no: 1 },
  ])
})

test.each(['/', '/docs/', '/docs/nowhere/', '/terms/', '/user/account', '/zh/faq/nowhere/'])(
  'counts nothing for %s, which asks nothing',
  async (path) => {
    await expect(vote(path, true)).rejects.toMatchObject({ reason: 'PAGE_UNKNOWN' })
    expect(await counts()).toEqual([])
  },
)

test.each([
  [{ path: '/docs/wallets/?ref=1', isHelpful: true }, 'path'],
  [{ path: '/docs/<script>/', isHelpful: true }, 'path'],
  [{ path: `/docs/${'x'.repeat(200)}/`, isHelpful: true }, 'path'],
  [{ path: '/docs/wallets/', isHelpful: 'yes' }, 'isHelpful'],
  [{ path: '/docs/wallets/' }, 'isHelpful'],
])('refuses %j', async (payload, field) => {
  const { body } = await world.post('/api/page/vote', { q: await world.sealed(payload) })
  expect(body).toMatchObject({ code: 4002, data: { field } })
  expect(await counts()).toEqual([])
})

test('refuses an answer that is not sealed', async () => {
  const { body } = await world.post('/api/page/vote', { path: '/docs/wallets/', isHelpful: true })
  expect(body).toMatchObject({ code: 4000 })
})

test('counts thirty answers of a network in an hour, and keeps no trace of it', async () => {
  const ip = '203.0.113.77'
  for (let sent = 0; sent < 30; sent += 1) await vote('/docs/wallets/', true, ip)
  await expect(vote('/docs/wallets/', true, ip)).rejects.toMatchObject({ code: '4029' })
  await vote('/docs/wallets/', true, '203.0.113.78')
  expect(await counts()).toEqual([{ path: '/docs/wallets/', lang: 'en', yes: 31, no: 0 }])
  expect(await world.query('select key from rate_limits where key like $1', [`%${ip}%`])).toEqual([])
})

test('operators see the counts, the worst pages first', async () => {
  await world.query(`insert into page_votes values
    ('/docs/wallets/', 'en', 90, 10), ('/docs/troubleshooting/', 'zh', 20, 40), ('/faq/cloud/', 'en', 0, 1)`)
  const operate = createOperator(world)
  const { code, out } = await operate('page-votes')
  expect(code).toBe(0)
  const rows = out.split('\n').filter((line) => line.startsWith('/'))
  expect(rows.map((line) => line.trim().split(/\s+/))).toEqual([
    ['/docs/troubleshooting/', 'zh', '20', '40', '33', '%'],
    ['/faq/cloud/', 'en', '0', '1', '0', '%'],
    ['/docs/wallets/', 'en', '90', '10', '90', '%'],
  ])
  const { out: first } = await operate('page-votes --limit 1 --json')
  expect(JSON.parse(first)).toEqual([{ path: '/docs/troubleshooting/', lang: 'zh', yes: 20, no: 40 }])
})

test('operators read without answers why there may be none', async () => {
  expect((await createOperator(world)('page-votes')).out).toContain(
    'No answers yet. Pages ask where the site is built with',
  )
})
