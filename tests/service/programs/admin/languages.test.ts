import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Wallet } from '#lib/contract/wallets.ts'
import { contentOf, type DeskBrowser, openOwnerDesk } from '#world/admin.ts'
import type { User } from '#world/visitor.ts'
import { withdraw } from '#world/wallets.ts'
import type { World } from '#world/world.ts'

let world: World
let user: User
let wallet: Wallet
let operate: DeskBrowser

beforeEach(async () => {
  ;({ world, user, wallet, operate } = await openOwnerDesk())
})
afterEach(() => world.close())

const inChinese = { 'accept-language': 'zh-CN,zh;q=0.9' }
const textOf = (page: string) => contentOf(page).replace(/<[^>]*>/g, ' ')

test('speaks the language of the browser, then the one that was chosen, and keeps the page', async () => {
  const first = await operate.ask('/withdrawals', { headers: inChinese })
  expect(first.page).toContain('<html lang="zh-CN">')
  expect(first.page).toContain('没有待处理的提现。')
  expect((await operate.ask('/withdrawals')).page).toContain('No withdrawal is open.')

  const session = operate.cookie
  const chosen = await operate.post('/view', { language: 'zh', back: '/withdrawals?status=all' })
  expect(chosen).toMatchObject({ status: 303, location: '/operate/withdrawals?status=all' })
  expect(chosen.headers.get('set-cookie')).toMatch(
    /^idleforge_operate_view=zh\.system; Path=\/operate; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
  )
  const view = operate.cookie
  const dark = await operate.post('/view', { theme: 'night', back: '' })
  const both = `${session}; ${dark.headers.get('set-cookie')?.split(';')[0]}`
  const page = (await operate.ask('', { headers: { cookie: both } })).page
  expect(view).toBe('idleforge_operate_view=zh.system')
  expect(page).toContain('<html lang="zh-CN" data-theme="night">')
})

test('a choice leads back to pages of its own alone, and other sites cannot make it', async () => {
  for (const back of ['//evil.example', '/\\evil.example', 'https://evil.example', '/../user', '/x\r\nset-cookie: a=b'])
    expect((await operate.post('/view', { theme: 'day', back })).location).toBe('/operate')
  const foreign = await operate.post('/view', { theme: 'day', back: '' }, { origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
})

/** Sends the form of an act that was done, which leads on to the page that says so. */
async function pressedAgain(id: string) {
  const { location } = await operate.post(`/withdrawals/${id}/approve`, { form: await operate.form() })
  return operate.ask((location ?? '').slice('/operate'.length))
}

test('asks and answers in Chinese, while the audit stays in English', async () => {
  const id = (await withdraw(user, wallet, { amount: '4' }))._id
  operate.headers['accept-language'] = 'zh'
  const { question, after } = await operate.act(`/withdrawals/${id}/approve`)
  expect(textOf(question.page)).toContain(`通过 ${user.email} 的 4 ALEO（扣除手续费后 3.95 ALEO）`)
  expect(textOf(after.page)).toContain('已通过，请在下方开始打款。')
  const again = { after: await pressedAgain(id) }
  expect(textOf(again.after.page)).toContain(`提现 ${id} 已经通过。`)
  expect(await world.query(`select detail from audit where act = 'approve'`)).toMatchObject([
    { detail: expect.stringContaining('after the fee') },
  ])
  const refused = await operate.post(`/withdrawals/${id}/refuse`, { form: await operate.form(), reason: '' })
  expect(textOf(refused.page)).toContain('请填写原因')
})

test('finds a withdrawal by its id, and an account by its address', async () => {
  const id = (await withdraw(user, wallet, { amount: '4' }))._id
  expect((await operate.ask(`/search?q=${id}`)).location).toBe(`/operate/withdrawals/${id}`)
  const found = await operate.ask(`/search?q=${encodeURIComponent(user.email.slice(0, 6))}`)
  const account = /href="\/operate(\/users\/[^"]+)"/.exec(found.page)?.[1] ?? ''
  expect(account).toBe(`/users/${user.info.id}`)
  const shown = (await operate.ask(account)).page
  expect(shown).toContain(`href="/operate/withdrawals/${id}"`)
  for (const word of [wallet.walletAddress, user.info.id, user.email])
    expect((await operate.ask(`/search?q=${encodeURIComponent(word)}`)).page).toContain(`href="/operate${account}"`)
  expect((await operate.ask('/search?q=nobody-at-all')).page).toContain('No account matches “nobody-at-all”.')
  expect((await operate.ask('/search?q=')).page).toContain('Type an e-mail address')
})
