import { afterEach, beforeEach, expect, test } from 'vitest'
import { pageAddresses } from '#service/programs/admin/pages.ts'
import { contentOf, type DeskBrowser, openOwnerDesk } from '#world/admin.ts'
import type { User } from '#world/visitor.ts'
import type { World } from '#world/world.ts'

let world: World
let user: User
let operate: DeskBrowser

beforeEach(async () => {
  ;({ world, user, operate } = await openOwnerDesk())
})
afterEach(() => world.close())

const said = async (path: string, fields: Record<string, string> = {}): Promise<string> => {
  const { question, after } = await operate.act(path, fields)
  expect(question.page, path).toContain('Are you sure?')
  expect(after.page, path).toContain('role="status"')
  return /role="status">([^<]*)</.exec(after.page)?.[1] ?? ''
}
const auditOf = async (act: string): Promise<string[]> =>
  (await world.query<{ detail: string }>('select detail from audit where act = $1 order by at, id', [act])).map(
    ({ detail }) => detail,
  )

test.each(['en', 'zh'])('every page opens in %s, and names itself', async (language) => {
  operate.headers['accept-language'] = language
  // Two of them ask every node, which a minute allows a few times.
  for (const address of pageAddresses().filter((one) => !['/check', '/verify'].includes(one))) {
    const { status, page } = await operate.ask(address)
    expect(status, address).toBe(200)
    expect(contentOf(page), address).toMatch(/<h1>[^<]+<\/h1>/)
  }
})

test('values of the platform are set from the list that shows them', async () => {
  const fee = await operate.ask('/fees')
  const link = /href="\/operate(\/fees\?word=[^"#]+)/.exec(fee.page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await operate.ask(link)).page).toMatch(/<details open>[\s\S]*name="word" value="[A-Z]+\/[A-Z]+"/)
  expect(await said('/fees/set', { word: 'ALEO/ALEO', amount: '0.06' })).toContain('0.06 ALEO on Aleo')
  expect(await auditOf('fees')).toEqual([expect.stringContaining('0.06 ALEO')])
  const low = await operate.act('/fees/set', { word: 'ALEO/ALEO', amount: 'x' })
  expect(low.question).toMatchObject({ status: 409, page: expect.stringContaining('value="x"') })
  expect(await said('/currency-rates/set', { word: 'EUR', amount: '0.92' })).toContain('0.92 EUR')
  expect(await said('/rates/set', { word: 'aleo', amount: '0.07' })).toContain('0.07 ALEO')
  expect(await said('/cloud-rates/set', { word: 'ALEO', amount: '0.2' })).toContain('0.2 ALEO')
  expect(await said('/points/set', { amount: '120' })).toContain('120 points')
  expect(await said('/ambassador-shares/set', { word: 'Lv.1', direct: '2.5' })).toContain('2.5%')
  expect(await said('/projects/change', { word: 'aleo', weight: '3' })).toContain('weight 3')
  expect(await said('/payouts/limit', { coin: 'ALEO', hour: '10', day: '20' })).toContain('10 ALEO an hour')
})

test('a notice and a message are written, and a notice is withdrawn', async () => {
  const text = { title: 'Maintenance', 'title-zh': '维护', text: 'On Sunday.', 'text-zh': '周日。' }
  const one = await operate.act('/notices/publish', { ...text, 'title-zh': '' })
  expect(one.question).toMatchObject({ status: 409, page: expect.stringContaining('has both languages') })
  const id = /Notice (\S+) is published/.exec(await said('/notices/publish', text))?.[1] ?? ''
  expect((await operate.ask(`/notices/${id}`)).page).toContain('On Sunday.')
  expect(await said(`/notices/${id}/withdraw`)).toContain('is withdrawn')
  expect(await said('/messages/send', { ...text, user: user.email })).toContain('is under way')
  expect((await operate.ask('/messages')).page).toContain('Maintenance')
})

test('a machine is added with a token that is shown once and kept nowhere, priced, and paused', async () => {
  const machine = { machine: 'hall-1', model: 'EPYC 9354', cpu: 'EPYC 9354', cores: '4', ram: '8192', disk: '50' }
  const { done } = await operate.act('/machines/add', { ...machine, region: 'Frankfurt', price: '0.5' })
  expect(done.status).toBe(200)
  const [, token = 'none'] = /--token (\S+)/.exec(done.page.replaceAll('&quot;', '"')) ?? []
  expect(token.length).toBeGreaterThan(30)
  const kept = await world.query('select * from operator_sessions')
  expect(JSON.stringify(kept)).not.toContain(token)
  expect((await operate.ask('/machines')).page).not.toContain(token)
  expect(await said('/machines/hall-1/price', { price: '0.75' })).toContain('0.75 USDT an hour')
  expect(await said('/machines/hall-1/pause')).toContain('not offered any more')
  expect(await said('/machines/hall-1/resume')).toContain('is offered')
  expect((await operate.ask('/machines/none')).status).toBe(404)
})

test('a task is added, changed and closed', async () => {
  const task = { title: 'Tell us', 'title-zh': '告诉我们', text: 'How?', 'text-zh': '如何？', points: '10' }
  const id = /(\S+) is added/.exec(await said('/tasks/add', { kind: 'custom', period: 'once', ...task }))?.[1] ?? ''
  expect(await said(`/tasks/${id}/change`, { points: '12' })).toContain('is changed')
  expect(await said(`/tasks/${id}/close`)).toContain('is closed')
  expect(await auditOf('tasks')).toHaveLength(3)
})

test('every session of an account is ended from its page, and its history says so', async () => {
  const path = `/users/${user.info.id}`
  const alive = () => world.query('select id from sessions where user_id = $1 and ended_at is null', [user.info.id])
  expect((await operate.ask(path)).page).toContain('End every session')
  expect(await alive()).not.toEqual([])
  const { question, done, after } = await operate.act(`${path}/end-sessions`)
  expect(question.page).toContain(`End every session of ${user.email}?`)
  expect(done.location).toBe(`/operate${path}`)
  expect(after.page).toContain('session-ended')
  expect(await alive()).toEqual([])
  expect(await auditOf('account')).toEqual([`${user.email}: every session ended`])
})

test('an ambassador is appointed and revoked with a reason', async () => {
  expect(await said('/ambassadors/appoint', { word: user.email })).toContain('appointed by the operator')
  const list = (await operate.ask('/ambassadors')).page
  const link = /href="\/operate(\/ambassadors\/[^"]+)"/.exec(list)?.[1] ?? ''
  expect((await operate.ask(link)).page).toContain('appointed')
  expect(await said(`${link}/revoke`, { reason: 'Left', 'reason-zh': '' })).toContain('is no ambassador any more')
})

test('a refusal is shown at the form in the words of the page', async () => {
  operate.headers['accept-language'] = 'zh'
  const { question } = await operate.act('/machines/add', { machine: 'hall-2', model: 'x', cpu: 'x', cores: '0' })
  expect(question).toMatchObject({ status: 409, page: expect.stringContaining('线程数 须为 1 至 4096 的整数。') })
  expect(question.page).toContain('value="hall-2"')
})
