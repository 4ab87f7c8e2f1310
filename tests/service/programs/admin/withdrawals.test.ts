import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Wallet } from '#lib/contract/wallets.ts'
import { withdrawalList } from '#lib/contract/withdrawals.ts'
import { contentOf, type DeskBrowser, openDesk, openOwnerDesk, shownAs } from '#world/admin.ts'
import { payloads } from '#world/payloads.ts'
import type { User } from '#world/visitor.ts'
import { transaction, withdraw } from '#world/wallets.ts'
import type { World } from '#world/world.ts'

let world: World
let user: User
let wallet: Wallet
let operate: DeskBrowser

beforeEach(async () => {
  ;({ world, user, wallet, operate } = await openOwnerDesk())
})
afterEach(() => world.close())

const made = async () => (await withdraw(user, wallet, { amount: '4' }))._id
const shown = async (id: string) => (await user.call(withdrawalList, { page: 1 })).records.find(({ _id }) => _id === id)
const auditOf = (act: string) => world.query('select operator, detail from audit where act = $1 order by at, id', [act])

test('a withdrawal is approved, begun and credited, each asked first, by the operator’s name', async () => {
  const id = await made()
  const list = await operate.ask('/withdrawals')
  expect(list.page).toContain(`href="/operate/withdrawals/${id}"`)
  expect(list.page).toContain('4 ALEO')
  expect((await operate.ask('')).page).toMatch(/<strong>1<\/strong> Withdrawals to decide/)

  const form = await operate.form()
  const question = await operate.post(`/withdrawals/${id}/approve`, { form })
  expect(question.page).toContain(`Approve 4 ALEO (3.95 ALEO after the fee) of ${user.email} on Aleo to aleo 1rhg`)
  expect(await shown(id)).toMatchObject({ status: 0 })
  const no = await operate.post(`/withdrawals/${id}/approve`, { form, no: '1' })
  expect(no.page).toContain('So that it can be paid.')
  expect(await auditOf('approve')).toEqual([])

  const approved = await operate.act(`/withdrawals/${id}/approve`)
  expect(approved.done).toMatchObject({ status: 303, location: `/operate/withdrawals/${id}` })
  expect(approved.after.page).toContain('is approved.')
  expect((await operate.ask(`/withdrawals/${id}`)).page).not.toContain('role="status"')
  expect(await shown(id)).toMatchObject({ status: 1 })
  expect(await auditOf('approve')).toMatchObject([{ operator: 'ada', detail: expect.stringContaining(id) }])

  const started = await operate.act(`/withdrawals/${id}/begin`)
  expect(started.after.page).toContain('begun by ada')
  expect(started.after.page).toContain(wallet.walletAddress)
  const wrong = await operate.act(`/withdrawals/${id}/paid`, { transaction: '"><b>at1' })
  expect(wrong.question.status).toBe(409)
  expect(wrong.question.page).toContain('value="&quot;&gt;&lt;b&gt;at1"')
  const paid = await operate.act(`/withdrawals/${id}/paid`, { transaction: ` ${transaction(1)} ` })
  expect(paid.after.page).toContain('is credited.')
  expect(await shown(id)).toMatchObject({ status: 3, transactionId: transaction(1) })
  // Submitted again from the browser's history.
  const late = await operate.act(`/withdrawals/${id}/approve`)
  expect(late.done).toMatchObject({ status: 409, page: expect.stringContaining('is credited.') })
})

test('a begun payout of which nothing was sent is taken back, and refused with a reason that stands as it was typed', async () => {
  const id = await made()
  await operate.act(`/withdrawals/${id}/approve`)
  await operate.act(`/withdrawals/${id}/begin`)
  const early = await operate.act(`/withdrawals/${id}/refuse`, { reason: 'No', 'reason-zh': '' })
  expect(early.done).toMatchObject({ status: 409, page: expect.stringContaining('has begun to pay it') })
  await operate.act(`/withdrawals/${id}/not-sent`)
  const none = await operate.act(`/withdrawals/${id}/refuse`, { reason: ' ', 'reason-zh': '' })
  expect(none.question).toMatchObject({ status: 409, page: expect.stringContaining('Why?') })
  const reason = '<img src=x onerror=alert(1)> --yes @/etc/passwd'
  const refused = await operate.act(`/withdrawals/${id}/refuse`, { reason, 'reason-zh': '名字不对' })
  expect(refused.question.page).toContain(shownAs(reason))
  expect(refused.after.page).toContain('is refused; 4 ALEO went back.')
  expect(refused.after.page).toContain(shownAs(reason))
  expect(await shown(id)).toMatchObject({ status: 2, reason })
})

test('a yes to another question than the one that was asked asks again', async () => {
  const [one, other] = [await made(), await made()]
  const form = await operate.form()
  const { page } = await operate.post(`/withdrawals/${one}/approve`, { form })
  const sure = /name="sure" value="([0-9a-f]{64})"/.exec(page)?.[1] ?? ''
  const refused = await operate.post(`/withdrawals/${other}/approve`, { form, sure })
  expect(refused.page).toContain('Are you sure?')
  const reasons = { reason: 'One', 'reason-zh': '' }
  const first = await operate.post(`/withdrawals/${one}/refuse`, { form, ...reasons })
  const yes = /name="sure" value="([0-9a-f]{64})"/.exec(first.page)?.[1] ?? ''
  expect((await operate.post(`/withdrawals/${one}/refuse`, { form, reason: 'Another', sure: yes })).page).toContain(
    'Another',
  )
  expect(await shown(one)).toMatchObject({ status: 0 })
  expect(await shown(other)).toMatchObject({ status: 0 })
})

test('two who decide at once: one does, one is told', async () => {
  const id = await made()
  const grace = await openDesk(world, 'grace')
  const results = await Promise.all([operate, grace].map((one) => one.act(`/withdrawals/${id}/approve`)))
  // The second one is refused under the lock, or sees before it that it was done already.
  for (const { after } of results) expect(after.page).toMatch(/is (?:already )?approved\./)
  expect(await auditOf('approve')).toHaveLength(1)
})

test('payouts are paused and go on again', async () => {
  expect((await operate.act('/payouts/pause')).after.page).toContain('No payouts start until you resume them.')
  expect((await operate.ask('')).page).toContain('<dd>Paused</dd>')
  const id = await made()
  await operate.act(`/withdrawals/${id}/approve`)
  expect((await operate.act(`/withdrawals/${id}/begin`)).done.page).toContain('Payouts are paused.')
  expect((await operate.act('/payouts/resume')).after.page).toContain('Payouts resumed.')
})

test('health is what the program tells', async () => {
  expect((await operate.ask('/check')).page).toContain('DEPOSIT_XPUB')
  expect((await operate.ask('/verify')).page).toContain('The money is right:')
  await world.query(`insert into alarms (name, told_at) values ('verify-money', $1)`, [new Date(world.clock.now())])
  expect((await operate.ask('')).page).toContain('verify-money')
})

test('G3 names of wallets and of people cannot leave their text', async () => {
  for (const payload of payloads.filter((one) => one.length <= 40).slice(0, 20)) {
    await world.query('update users set username = $1 where id = $2', [payload, user.info.id])
    expect(contentOf((await operate.ask('/withdrawals?status=all')).page)).not.toMatch(/<(?:script|img|svg|iframe)/)
  }
  const id = await made()
  const page = (await operate.ask(`/withdrawals/${id}`)).page
  expect(contentOf(page)).not.toMatch(/<(?:script|img|svg|iframe)/)
  expect((await operate.ask('/withdrawals/none')).status).toBe(404)
  expect((await operate.act(`/withdrawals/${id}/eat`)).question.status).toBe(404)
})

test('long lists are paged forward and back, and a key that is none shows the first rows', async () => {
  const add = `insert into audit (id, at, operator, act, detail)
    select 'row' || n, 'epoch'::timestamptz + n / 7 * interval '1 hour', 'ada', 'test', 'detail ' || n || '.' from generate_series(1, 250) n`
  await world.query(add)
  const details = (page: string) => [...page.matchAll(/detail (\d+)\./g)].map(([, number]) => Number(number))
  const seen: number[] = []
  const pages: number[][] = []
  let address: string | undefined = '/audit'
  let page = ''
  while (address) {
    page = (await operate.ask(address)).page
    pages.push(details(page))
    seen.push(...details(page))
    address = /href="\/operate(\/audit\?after=[^"]+)"/.exec(page)?.[1]
  }
  expect(pages.length).toBe(3)
  expect(seen.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 250 }, (_, index) => index + 1))
  const back = /href="\/operate(\/audit\?before=[^"]+)"/.exec(page)?.[1] ?? ''
  expect(details((await operate.ask(back)).page)).toEqual(pages[1])
  expect(details((await operate.ask('/audit?after=x')).page)).toEqual(pages[0])
})
