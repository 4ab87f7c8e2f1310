import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailVerifyCode, login, userInfo } from '#lib/contract/accounts.ts'
import { releaseGpu } from '#lib/contract/gpu.ts'
import { closeAccount, closing, exportData, keepAccount, renameUser } from '#lib/contract/own-account.ts'
import { protectPrompt, protectRefuse, securityEventList } from '#lib/contract/security.ts'
import { closeDueAccounts } from '#service/identity/own-account/close-account.ts'
import { minuteFrom } from '#service/platform/clock.ts'
import { bindDevice } from '#world/device.ts'
import { turnOnFactor } from '#world/factor.ts'
import { fundUser } from '#world/funds.ts'
import { followOrders, fund, keyOf, openMachine, rentAs } from '#world/gpu.ts'
import type { User, Visitor } from '#world/visitor.ts'
import { walletOf, withdraw } from '#world/wallets.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const DAY = 86_400
const mailed = async (user: User, subject: string) => {
  let letter = await world.letter(user.email)
  while (letter.subject !== subject) letter = await world.letter(user.email)
  return letter
}

const waitForRelease = (user: User) =>
  world.query("insert into release_mails values ('windows', $1, 'en', now())", [user.email])

const addExternalChannels = async ({ info }: User) => {
  await world.query("insert into alert_webhooks (user_id, url, secret_box) values ($1, $2, 'box')", [
    info.id,
    'https://hooks.example.test/mine',
  ])
  await world.query("insert into alert_chats values ($1, '4711', now())", [info.id])
}

test('a change of name is in the history', async () => {
  const user = await world.user()
  expect(await user.call(renameUser, { name: ' Ada ' })).toMatchObject({ name: 'Ada' })
  expect(await user.call(userInfo, {})).toMatchObject({ name: 'Ada' })
  const { records } = await user.call(securityEventList, { page: 1 })
  expect(records).toContainEqual(expect.objectContaining({ kind: 'name-changed', detail: 'Ada' }))
})

test('suggests protecting the first money until it is protected or its owner declines', async () => {
  const [user, other] = [await world.user(), await world.user()]
  const isDue = async (one: User) => (await one.call(protectPrompt, {})).isDue
  expect(await isDue(user)).toBe(false)
  for (const one of [user, other]) await fundUser(world, one, { ALEO: '1' })
  expect([await isDue(user), await isDue(other)]).toEqual([true, true])
  await user.call(protectRefuse, {})
  await user.call(protectRefuse, {})
  await turnOnFactor(world, other)
  expect([await isDue(user), await isDue(other)]).toEqual([false, false])
})

test('exports all data of its owner, in decimals and ISO times, without secrets', async () => {
  const user = await world.user()
  await fundUser(world, user, { ALEO: '12.5' })
  const wallet = await walletOf(user)
  await withdraw(user, wallet, { amount: '5' })
  const { secret } = await turnOnFactor(world, user)
  await waitForRelease(user)
  await addExternalChannels(user)
  const { data } = await user.call(exportData, {})
  expect(data.alert_addresses).toEqual([
    { channel: 'webhook', address: 'https://hooks.example.test/mine' },
    { channel: 'chat', address: '4711' },
  ])
  expect(data.messages?.length).toBeGreaterThan(0)
  expect(data.alert_settings).toMatchObject([{ lang: 'en' }])
  for (const part of ['recharges', 'refunds', 'gpu_rentals', 'ssh_keys', 'tasks', 'ambassador_earnings'])
    expect(data[part]).toEqual([])
  expect(data.release_mails).toMatchObject([{ platform: 'windows' }])
  expect(data.account).toMatchObject([{ id: user.info.id, email: user.email }])
  expect(data.withdrawals).toMatchObject([{ amount: '5', coin: 'ALEO', status: 0 }])
  expect(data.earnings).toMatchObject([{ amount: '12.5', coin: 'ALEO' }])
  expect(data.wallets).toMatchObject([{ address: wallet.walletAddress }])
  const [session] = data.sessions ?? []
  expect(session?.created_at).toBe(new Date(world.clock.now()).toISOString())
  const text = JSON.stringify(data)
  expect(text).not.toMatch(/hash|argon2|token/)
  expect(text).not.toContain(secret)
  const other = await world.user()
  expect(JSON.stringify((await other.call(exportData, {})).data)).not.toContain(user.email)
  world.clock.advance(601)
  await expect(user.call(exportData, {})).rejects.toMatchObject({ reason: 'PROVE_FIRST' })
})

test('closes after 14 days: sign-in fails, personal data are erased, and the address is free', async () => {
  const user = await world.user()
  await user.call(renameUser, { name: 'Ada Lovelace' })
  await waitForRelease(user)
  await addExternalChannels(user)
  const device = await bindDevice(world, user)
  await keyOf(user)
  const { closesAt } = await user.call(closeAccount, {})
  expect(closesAt).toBe(minuteFrom(world.clock.now() + 14 * DAY * 1000))
  await mailed(user, 'Your Idleforge account closes in 14 days')
  world.clock.advance(14 * DAY - 1)
  await closeDueAccounts(world.running.ctx)
  const again = await user.signIn()
  world.clock.advance(1)
  await closeDueAccounts(world.running.ctx)
  await mailed(user, 'Your Idleforge account is closed')
  await expect(again.call(userInfo, {})).rejects.toThrow()
  const request = { username: user.email, password: user.digest, plat: 'web' } as const
  await expect(world.visitor().call(login, request)).rejects.toMatchObject({ reason: 'CREDENTIALS_WRONG' })
  const rows = JSON.stringify(await world.query('select * from users where id = $1', [user.info.id]))
  expect(rows).not.toContain(user.email)
  expect(rows).not.toContain('Ada')
  expect(await world.query('select * from release_mails where email = $1', [user.email])).toEqual([])
  const [bound] = await world.query<{ unbound_at: Date | null }>('select unbound_at from devices where id = $1', [
    device.id,
  ])
  expect(bound?.unbound_at).toEqual(new Date(world.clock.now()))
  for (const table of ['alert_webhooks', 'alert_chats', 'alert_settings', 'user_messages', 'gpu_keys'])
    expect(await world.query(`select * from ${table} where user_id = $1`, [user.info.id])).toEqual([])
  world.clock.advance(61)
  await world.visitor().call(emailVerifyCode, { username: user.email, scene: 'register' })
  expect((await world.letter(user.email)).subject).toMatch(/^\d{6} is your Idleforge code$/)
})

test('rentals of either side and pending payments block closing', async () => {
  const [renter, owner, payer] = [await world.user(), await world.user(), await world.user()]
  const machine = await openMachine(world)
  await world.query('update gpus set owner_id = $1 where id = $2', [owner.info.id, machine.id])
  await fund(world, renter, '10')
  const { rental } = await rentAs(renter, machine)
  await followOrders(world, machine)
  const obstaclesOf = async (user: Visitor) => (await user.call(closing, {})).obstacles
  expect(await obstaclesOf(renter)).toEqual(['rentals'])
  expect(await obstaclesOf(owner)).toEqual(['rentals'])
  await expect(owner.call(closeAccount, {})).rejects.toMatchObject({ reason: 'CLOSING_OBSTRUCTED' })
  await renter.call(releaseGpu, { rentalId: rental.id })
  await followOrders(world, machine)
  expect([await obstaclesOf(renter), await obstaclesOf(owner)]).toEqual([[], []])

  const of = [payer.info.id, new Date(world.clock.now())]
  await world.query("insert into recharges values ('r1', $1, 'q', 'BSC', 1, '0x1', $2)", of)
  await world.query(
    `insert into deposit_addresses (number, address, key_id, purpose, subject_id, user_id, network, amount, opened_at)
     values (1, '0x1', 'k', 'recharge', 'r1', $1, 'BSC', 1, $2)`,
    of,
  )
  expect(await obstaclesOf(payer)).toEqual(['deposits'])
  world.clock.advance(DAY)
  expect(await obstaclesOf(await payer.signIn())).toEqual([])
})

test('can be kept with one call within the 14 days', async () => {
  const user = await world.user()
  await user.call(closeAccount, {})
  await user.call(keepAccount, {})
  expect(await user.call(closing, {})).toEqual({ closesAt: null, obstacles: [], holdings: [] })
  world.clock.advance(15 * DAY)
  await closeDueAccounts(world.running.ctx)
  await user.signIn()
  await mailed(user, 'Your Idleforge account stays open')
})

test('money and work in progress block closing, also when they arrive within the 14 days', async () => {
  const user = await world.user()
  await fundUser(world, user, { ALEO: '10' })
  await withdraw(user, await walletOf(user), { amount: '5' })
  expect(await user.call(closing, {})).toEqual({
    closesAt: null,
    obstacles: ['balance', 'withdrawals'],
    holdings: [{ currencyCode: 'ALEO', amount: '5', fate: 'withdraw' }],
  })
  await expect(user.call(closeAccount, {})).rejects.toMatchObject({ reason: 'CLOSING_OBSTRUCTED' })
  const late = await world.user()
  await late.call(closeAccount, {})
  await fundUser(world, late, { ALEO: '1' })
  world.clock.advance(14 * DAY)
  await closeDueAccounts(world.running.ctx)
  await late.signIn()
  await mailed(late, 'Your Idleforge account was not closed')
})

const platformHas = async (coin: string) => {
  const [row] = await world.query<{ balance: string }>(
    "select balance from ledger_accounts where owner = 'platform' and kind = 'residue' and coin = $1",
    [coin],
  )
  return BigInt(row?.balance ?? 0)
}

test('a balance that cannot be withdrawn is shown, and is given up by a transfer of its own', async () => {
  const user = await world.user()
  // Less than the least withdrawal, and what the fee of every network takes whole.
  await fundUser(world, user, { ALEO: '0.299999', USDT: '1.5' })
  await fund(world, user, '7.25')
  expect(await user.call(closing, {})).toEqual({
    closesAt: null,
    obstacles: [],
    holdings: [
      { currencyCode: 'ALEO', amount: '0.299999', fate: 'dust' },
      { currencyCode: 'USDT', amount: '1.5', fate: 'dust' },
      { currencyCode: 'USDT', amount: '7.25', fate: 'balance' },
    ],
  })
  for (const request of [{}, { balance: '7.24' }])
    await expect(user.call(closeAccount, request)).rejects.toMatchObject({ reason: 'CLOSING_CHANGED' })
  await user.call(closeAccount, { balance: '7.25' })
  const before = [await platformHas('ALEO'), await platformHas('USDT')] as const
  world.clock.advance(14 * DAY)
  await closeDueAccounts(world.running.ctx)
  await mailed(user, 'Your Idleforge account is closed')
  const after = [await platformHas('ALEO'), await platformHas('USDT')] as const
  expect([after[0] - before[0], after[1] - before[1]]).toEqual([299_999n, 8_750_000n])
  const left = await world.query('select from ledger_accounts where owner = $1 and balance <> 0', [user.info.id])
  expect(left).toEqual([])
})

test('a balance that has grown since keeps the account open, grown dust does not', async () => {
  const [paid, mined] = [await world.user(), await world.user()]
  await fund(world, paid, '1')
  await paid.call(closeAccount, { balance: '1' })
  await mined.call(closeAccount, {})
  await fund(world, paid, '0.01')
  await fundUser(world, mined, { ALEO: '0.1' })
  world.clock.advance(14 * DAY)
  await closeDueAccounts(world.running.ctx)
  expect((await mailed(paid, 'Your Idleforge account was not closed')).to).toBe(paid.email)
  expect((await mailed(mined, 'Your Idleforge account is closed')).to).toBe(mined.email)
})
