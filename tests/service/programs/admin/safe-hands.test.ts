import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Wallet } from '#lib/contract/wallets.ts'
import { addOperator, DeskBrowser, openOwnerDesk, type Shown } from '#world/admin.ts'
import { codeAt } from '#world/factor.ts'
import { createOperator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import { withdraw } from '#world/wallets.ts'
import type { World } from '#world/world.ts'

let world: World
let user: User
let wallet: Wallet

beforeEach(async () => {
  ;({ world, user, wallet } = await openOwnerDesk())
})
afterEach(() => world.close())

/** An operator of a role, signed in, with the secret of the authenticator app. */
async function openAs(name: string, role: string): Promise<{ operate: DeskBrowser; secret: string }> {
  const keys = await addOperator(world, name)
  if (role !== 'admin') {
    const { code, err } = await createOperator(world)(`operators role ${name} --role ${role} --yes`)
    expect(code, err).toBe(0)
  }
  const operate = new DeskBrowser(world.address)
  await operate.signIn(keys, world.clock.now())
  return { operate, secret: keys.secret }
}

const made = async () => (await withdraw(user, wallet, { amount: '4' }))._id
const statusOf = async (id: string) =>
  (await world.query<{ status: string }>('select status from withdrawals where id = $1', [id]))[0]?.status
const isSignedOut = ({ page }: Shown) => page.includes('name="key"')

test('a session ends after 15 minutes without a request, and not while there are some', async () => {
  const { operate } = await openAs('grace', 'admin')
  for (let times = 0; times < 4; times += 1) {
    world.clock.advance(14 * 60)
    expect(isSignedOut(await operate.ask('/fees'))).toBe(false)
  }
  world.clock.advance(15 * 60)
  expect(isSignedOut(await operate.ask('/fees'))).toBe(true)
  expect((await operate.post('/payouts/pause', { form: 'x' })).status).toBe(401)
})

test('money moves only with a code that is not older than five minutes', async () => {
  const { operate, secret } = await openAs('grace', 'admin')
  const [one, other] = [await made(), await made()]
  world.clock.advance(6 * 60)
  const [form, path] = [await operate.form(), `/withdrawals/${one}/approve`]
  const question = await operate.post(path, { form })
  expect(question.page).toContain('Code of the authenticator app')
  const sure = /name="sure" value="([0-9a-f]{64})"/.exec(question.page)?.[1] ?? ''
  for (const code of ['', '000000']) {
    const refused = await operate.post(path, { form, sure, code })
    expect(refused).toMatchObject({ status: 409, page: expect.stringContaining('The code is not right.') })
    expect(refused.page).toContain('name="sure"')
    expect(refused.page).not.toContain('value="000000"')
  }
  expect(await statusOf(one)).toBe('pending')
  const code = codeAt(secret, world.clock.now())
  expect((await operate.post(path, { form, sure, code })).status).toBe(303)
  expect(await statusOf(one)).toBe('approved')
  // It holds for the next ones, for five minutes.
  const next = await operate.act(`/withdrawals/${other}/approve`)
  expect(next.question.page).not.toContain('name="code"')
  expect(await statusOf(other)).toBe('approved')
  // An act that moves nothing asks for none.
  world.clock.advance(6 * 60)
  expect((await operate.act('/payouts/pause')).after.page).toContain('No payouts start')
})

test('a code counts once, for a sign-in or for an act', async () => {
  const { operate, secret } = await openAs('grace', 'admin')
  const id = await made()
  const used = codeAt(secret, world.clock.now())
  await world.query('update operator_sessions set proven_until = $1', [new Date(world.clock.now())])
  const [form, path] = [await operate.form(), `/withdrawals/${id}/approve`]
  const question = await operate.post(path, { form })
  const sure = /name="sure" value="([0-9a-f]{64})"/.exec(question.page)?.[1] ?? ''
  const again = await operate.post(path, { form, sure, code: used })
  expect(again).toMatchObject({ status: 409, page: expect.stringContaining('was used already') })
  expect(await statusOf(id)).toBe('pending')
})

test('the page hides what a role may not do, and the service refuses it', async () => {
  const id = await made()
  const may = { viewer: false, support: false, finance: true } as const
  for (const [role, isAllowed] of Object.entries(may)) {
    const { operate } = await openAs(`one-${role}`, role)
    const path = `/withdrawals/${id}`
    expect((await operate.ask(path)).page.includes(`action="/operate${path}/approve"`), role).toBe(isAllowed)
    expect((await operate.ask('/fees')).page, role).not.toContain('action="/operate/fees/set"')
    const fee = await operate.act('/fees/set', { word: 'ALEO/ALEO', amount: '0.01' })
    expect(fee.question, role).toMatchObject({
      status: 409,
      page: expect.stringContaining('Your role may not do this'),
    })
    const { question, done } = await operate.act(`${path}/approve`)
    expect(isAllowed ? done.status : question.status, role).toBe(isAllowed ? 303 : 409)
    expect(await statusOf(id), role).toBe(isAllowed ? 'approved' : 'pending')
  }
  expect(await world.query(`select detail from audit where act = 'fees'`)).toEqual([])
})

test('a role is changed by the program and on the page, and the last admin stays one', async () => {
  const { operate } = await openAs('grace', 'admin')
  const done = await operate.act('/operators/ada/role', { role: 'viewer' })
  expect(done.after.page).toContain('ada is viewer now.')
  expect((await operate.ask('/operators')).page).toContain('viewer')
  const last = await operate.act('/operators/grace/role', { role: 'support' })
  expect(last.done).toMatchObject({ status: 409, page: expect.stringContaining('is the last admin') })
  const program = createOperator(world)
  const { code, err } = await program('operators role grace --role viewer --yes')
  expect([code, err]).toEqual([3, 'grace is the last admin. Make somebody else admin first.\n'])
  expect((await program('operators role ada --role viewer --yes')).out).toContain('already viewer')
  expect(await world.query(`select detail from audit where act = 'operators' and operator = 'grace'`)).toEqual([
    { detail: 'ada: viewer in place of admin' },
  ])
})
