import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login, loginVerifyCode, userInfo } from '#lib/contract/accounts.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  lostFactor,
  lostFactorCode,
  passSecondFactor,
  renewRecoveryCodes,
  secondFactor,
  stopLostFactor,
} from '#lib/contract/second-factor.ts'
import { prove, proveVerifyCode, securityEventList } from '#lib/contract/security.ts'
import { sessions } from '#lib/contract/sessions.ts'
import { addWallet, editWallet } from '#lib/contract/wallets.ts'
import { withdrawalOverview } from '#lib/contract/withdrawals.ts'
import { completeFactorRecoveries } from '#service/identity/second-factor/recovery.ts'
import { minuteFrom } from '#service/platform/clock.ts'
import { codeAt, ticketOf, turnOnFactor } from '#world/factor.ts'
import { fundUser } from '#world/funds.ts'
import type { User } from '#world/visitor.ts'
import { addresses, otherAleo, payment, setFirst, walletOf, withdraw } from '#world/wallets.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const refusedWith = (reason: string, data = {}) => ({ reason, data: expect.objectContaining(data) })
const signIn = (user: User) => world.visitor().call(login, { username: user.email, password: user.digest, plat: 'web' })
const pass = (ticket: string, factorCode: string) => world.visitor().call(passSecondFactor, { ticket, factorCode })
const kindsOf = async (user: User) =>
  (await user.call(securityEventList, { page: 1, size: 100 })).records.map(({ kind }) => kind)

describe('turning it on', () => {
  test('takes a code of the secret, returns ten recovery codes once, and adds a letter and a line of history', async () => {
    const user = await world.user({ ip: '203.0.113.7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' })
    const { secret, uri } = await user.call(beginSecondFactor, {})
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Idleforge:/)
    expect(await user.call(secondFactor, {})).toEqual({ since: null, recoveryCodesLeft: 0, lostUntil: null })
    const wrong = codeAt(secret, world.clock.now() + 3_600_000)
    await expect(user.call(confirmSecondFactor, { factorCode: wrong })).rejects.toMatchObject({
      reason: 'FACTOR_CODE_WRONG',
    })
    const factorCode = codeAt(secret, world.clock.now())
    const { recoveryCodes } = await user.call(confirmSecondFactor, { factorCode })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(recoveryCodes[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect(await user.call(secondFactor, {})).toMatchObject({ since: world.clock.now() / 1000, recoveryCodesLeft: 10 })
    expect((await world.letter(user.email)).subject).toBe('Two-step sign-in is on')
    const { records } = await user.call(securityEventList, { page: 1 })
    const from = { browser: 'Firefox, Linux', network: '203.0.113.x' }
    expect(records.find(({ kind }) => kind === 'factor-on')).toMatchObject(from)
    expect(records.find(({ kind }) => kind === 'registered')).toMatchObject(from)
  })

  test('stores neither the secret nor a recovery code in plain text', async () => {
    const user = await world.user()
    const { secret, recoveryCodes } = await turnOnFactor(world, user)
    const rows = JSON.stringify([
      await world.query('select * from second_factors'),
      await world.query('select * from recovery_codes'),
    ])
    expect(rows).not.toContain(secret)
    for (const code of recoveryCodes) expect(rows).not.toContain(code.replace('-', ''))
  })

  test('requires a session that was proven within ten minutes, so that a stolen one locks nobody out', async () => {
    const user = await world.user()
    world.clock.advance(601)
    await expect(user.call(beginSecondFactor, {})).rejects.toMatchObject({ reason: 'PROVE_FIRST' })
    await expect(user.call(prove, {})).rejects.toMatchObject({ reason: 'PROOF_NEEDED' })
    const wrong = { accountPassword: 'f'.repeat(32) }
    await expect(user.call(prove, wrong)).rejects.toMatchObject({ reason: 'ACCOUNT_PASSWORD_WRONG' })
    await user.call(prove, { accountPassword: user.digest })
    await user.call(beginSecondFactor, {})
    world.clock.advance(601)
    await user.call(proveVerifyCode, {})
    const { code } = await world.letter(user.email)
    await user.call(prove, { verifyCode: code })
    await user.call(beginSecondFactor, {})
  })

  test('a second time is refused, and the secret stays', async () => {
    const user = await world.user()
    const app = await turnOnFactor(world, user)
    await expect(user.call(beginSecondFactor, {})).rejects.toMatchObject({ reason: 'FACTOR_ON' })
    await expect(user.call(confirmSecondFactor, { factorCode: app.next() })).rejects.toMatchObject({
      reason: 'FACTOR_ON',
    })
  })
})

describe('signing in', () => {
  test('opens no session with the password alone', async () => {
    const user = await world.user()
    const app = await turnOnFactor(world, user)
    const before = (await user.call(sessions, {})).list.length
    const ticket = await ticketOf(signIn(user))
    expect((await user.call(sessions, {})).list).toHaveLength(before)
    const { token, userInfo: info } = await pass(ticket, app.next())
    expect(await world.visitor({ token }).call(userInfo, {})).toEqual(info)
    await expect(pass(ticket, app.next())).rejects.toMatchObject({ reason: 'TICKET_GONE' })
  })

  test('requires it after a mailed code too', async () => {
    const user = await world.user()
    await turnOnFactor(world, user)
    await world.letter(user.email)
    await world.visitor().call(loginVerifyCode, { username: user.email })
    const { code } = await world.letter(user.email)
    const byCode = { mode: 'code', username: user.email, verifyCode: code, plat: 'web' } as const
    await expect(world.visitor().call(login, byCode)).rejects.toMatchObject({ reason: 'FACTOR_NEEDED' })
  })

  test('takes each code once, one step early or late, and no other', async () => {
    const user = await world.user()
    const app = await turnOnFactor(world, user)
    const ticket = await ticketOf(signIn(user))
    await expect(pass(ticket, app.code())).rejects.toMatchObject(refusedWith('FACTOR_CODE_USED'))
    await expect(pass(ticket, app.code(2))).rejects.toMatchObject(refusedWith('FACTOR_CODE_WRONG'))
    await expect(pass(ticket, app.code(-2))).rejects.toMatchObject(refusedWith('FACTOR_CODE_WRONG'))
    await pass(ticket, app.code(1))
    await expect(pass(await ticketOf(signIn(user)), app.code(0))).rejects.toMatchObject(refusedWith('FACTOR_CODE_USED'))
  })

  test('of fifty sign-ins at once with one code one succeeds', async () => {
    const user = await world.user()
    const app = await turnOnFactor(world, user)
    const tickets = await Promise.all(Array.from({ length: 10 }, () => ticketOf(signIn(user))))
    const factorCode = app.next()
    const tries = await Promise.allSettled(
      tickets.flatMap((ticket) => Array.from({ length: 5 }, () => pass(ticket, factorCode))),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a ticket has five tries and ten minutes', async () => {
    const user = await world.user()
    const app = await turnOnFactor(world, user)
    const [guessed, late] = [await ticketOf(signIn(user)), await ticketOf(signIn(user))]
    for (let tries = 0; tries < 5; tries++)
      await expect(pass(guessed, app.code(9))).rejects.toMatchObject({ reason: 'FACTOR_CODE_WRONG' })
    await expect(pass(guessed, app.next())).rejects.toMatchObject({ reason: 'TICKET_GONE' })
    world.clock.advance(600)
    await expect(pass(late, app.code())).rejects.toMatchObject({ reason: 'TICKET_GONE' })
    await expect(pass('a'.repeat(43), app.code())).rejects.toMatchObject({ reason: 'TICKET_GONE' })
  })

  test('a recovery code works once, however it is grouped, and its owner is notified', async () => {
    const user = await world.user()
    const { recoveryCodes } = await turnOnFactor(world, user)
    await world.letter(user.email)
    const [code = ''] = recoveryCodes
    await pass(await ticketOf(signIn(user)), ` ${code.replace('-', ' ').toLowerCase()}`)
    expect((await world.letter(user.email)).text).toContain('Codes left: 9')
    await expect(pass(await ticketOf(signIn(user)), code)).rejects.toMatchObject({ reason: 'FACTOR_CODE_WRONG' })
    expect(await user.call(secondFactor, {})).toMatchObject({ recoveryCodesLeft: 9 })
  })

  test('refuses codes of another account', async () => {
    const [one, other] = [await world.user(), await world.user()]
    const mine = await turnOnFactor(world, one)
    const theirs = await turnOnFactor(world, other)
    const ticket = await ticketOf(signIn(one))
    const [foreign = ''] = theirs.recoveryCodes
    await expect(pass(ticket, foreign)).rejects.toMatchObject({ reason: 'FACTOR_CODE_WRONG' })
    await expect(pass(ticket, theirs.next())).rejects.toMatchObject({ reason: 'FACTOR_CODE_WRONG' })
    await pass(ticket, mine.code())
  })
})

describe('money', () => {
  test('a withdrawal requires a code beside the payment password, and a wrong password spends none', async () => {
    const user = await world.user()
    await fundUser(world, user, { ALEO: '50' })
    const wallet = await walletOf(user)
    const app = await turnOnFactor(world, user)
    await expect(withdraw(user, wallet, { amount: '5' })).rejects.toMatchObject({ reason: 'FACTOR_CODE_NEEDED' })
    const factorCode = app.next()
    const wrong = { amount: '5', password: 'f'.repeat(32), factorCode }
    await expect(withdraw(user, wallet, wrong)).rejects.toMatchObject({ reason: 'PAYMENT_PASSWORD_WRONG' })
    await expect(withdraw(user, wallet, { amount: '5', factorCode: app.code(5) })).rejects.toMatchObject({
      reason: 'FACTOR_CODE_WRONG',
    })
    const request = { amount: '5', factorCode, requestId: '2f1d7e0a-54d6-4f0e-9b53-0e2b1cb0f6a3' }
    const first = await withdraw(user, wallet, request)
    // A lost answer: the same request has its answer, though the code was used.
    expect(await withdraw(user, wallet, request)).toEqual(first)
    await expect(withdraw(user, wallet, { amount: '5', factorCode })).rejects.toMatchObject({
      reason: 'FACTOR_CODE_USED',
    })
  })

  test('a new and a changed address require one, another name does not', async () => {
    const user = await world.user()
    await setFirst(user)
    const app = await turnOnFactor(world, user)
    const request = {
      addressName: 'Cold',
      walletAddress: addresses.ALEO,
      currencyCode: 'ALEO',
      chainCode: 'ALEO',
      paymentPassword: payment,
    } as const
    await expect(user.call(addWallet, request)).rejects.toMatchObject({ reason: 'FACTOR_CODE_NEEDED' })
    const { wallet } = await user.call(addWallet, { ...request, factorCode: app.next() })
    const edit = { _id: wallet._id, paymentPassword: payment }
    await user.call(editWallet, { ...edit, addressName: 'Colder' })
    const moved = { ...edit, walletAddress: otherAleo }
    await expect(user.call(editWallet, moved)).rejects.toMatchObject({ reason: 'FACTOR_CODE_NEEDED' })
    await user.call(editWallet, { ...moved, factorCode: app.next() })
  })
})

describe('turning it off, and new codes', () => {
  test('require step-up authentication with a code of it, and hold withdrawals for a day', async () => {
    const user = await world.user()
    const app = await turnOnFactor(world, user)
    world.clock.advance(601)
    await expect(user.call(endSecondFactor, {})).rejects.toMatchObject({ reason: 'PROVE_FIRST' })
    const password = { accountPassword: user.digest }
    await expect(user.call(prove, password)).rejects.toMatchObject({ reason: 'FACTOR_CODE_NEEDED' })
    await user.call(prove, { ...password, factorCode: app.next() })
    const { recoveryCodes } = await user.call(renewRecoveryCodes, {})
    const [old = ''] = app.recoveryCodes
    const ticket = await ticketOf(signIn(user))
    await expect(pass(ticket, old)).rejects.toMatchObject({ reason: 'FACTOR_CODE_WRONG' })
    await pass(ticket, recoveryCodes[0] ?? '')
    const { holdUntil } = await user.call(endSecondFactor, {})
    expect(holdUntil).toBe(minuteFrom(world.clock.now() + 86_400_000))
    expect((await user.call(withdrawalOverview, {})).holdUntil).toBe(holdUntil)
    await signIn(user)
    await expect(user.call(endSecondFactor, {})).rejects.toMatchObject({ reason: 'FACTOR_OFF' })
  })
})

describe('losing it with its codes', () => {
  const lose = async (user: User) => {
    const ticket = await ticketOf(signIn(user))
    await world.visitor().call(lostFactorCode, { ticket })
    let letter = await world.letter(user.email)
    while (letter.code === '') letter = await world.letter(user.email)
    return world.visitor().call(lostFactor, { ticket, verifyCode: letter.code })
  }
  const subjects = (user: User) => world.letters.filter(({ to }) => to === user.email).map(({ subject }) => subject)
  const mailed = async (user: User, subject: string) => {
    while (!subjects(user).includes(subject)) await world.letter(user.email)
  }

  test('waits for 72 hours with nothing paid, mails at each step, and ends every session', async () => {
    const user = await world.user()
    await turnOnFactor(world, user)
    const startedAt = world.clock.now() / 1000
    expect(await lose(user)).toEqual({ lostUntil: minuteFrom((startedAt + 72 * 3600) * 1000) })
    await mailed(user, 'Two-step sign-in ends in 72 hours')
    expect((await user.call(withdrawalOverview, {})).holdUntil).toBe(minuteFrom((startedAt + 96 * 3600) * 1000))
    await completeFactorRecoveries(world.running.ctx)
    world.clock.advance(49 * 3600)
    await ticketOf(signIn(user))
    await completeFactorRecoveries(world.running.ctx)
    await completeFactorRecoveries(world.running.ctx)
    await mailed(user, 'Two-step sign-in ends within a day')
    expect(subjects(user).filter((text) => text === 'Two-step sign-in ends within a day')).toHaveLength(1)
    world.clock.advance(23 * 3600 - 1)
    await completeFactorRecoveries(world.running.ctx)
    await ticketOf(signIn(user))
    world.clock.advance(1)
    await completeFactorRecoveries(world.running.ctx)
    await expect(user.call(userInfo, {})).rejects.toThrow()
    const { token } = await signIn(user)
    expect(await world.visitor({ token }).call(secondFactor, {})).toMatchObject({ since: null, lostUntil: null })
    await mailed(user, 'Two-step sign-in is off')
  })

  test('is cancelled by anybody who still has it, or is signed in', async () => {
    const user = await world.user()
    const app = await turnOnFactor(world, user)
    await lose(user)
    await pass(await ticketOf(signIn(user)), app.next())
    expect(await user.call(secondFactor, {})).toMatchObject({ lostUntil: null })
    world.clock.advance(61)
    await lose(user)
    await user.call(stopLostFactor, {})
    world.clock.advance(73 * 3600)
    await completeFactorRecoveries(world.running.ctx)
    await ticketOf(signIn(user))
    await mailed(user, 'Two-step sign-in stays on')
    const kinds = await world.query<{ kind: string }>('select kind from security_events where user_id = $1', [
      user.info.id,
    ])
    expect(kinds.map(({ kind }) => kind).filter((kind) => kind === 'recovery-stopped')).toHaveLength(2)
  })

  test('requires the password or a mailed code first, and the right code after it', async () => {
    const user = await world.user()
    await turnOnFactor(world, user)
    const none = { ticket: 'a'.repeat(43) }
    await expect(world.visitor().call(lostFactorCode, none)).rejects.toMatchObject({ reason: 'TICKET_GONE' })
    const ticket = await ticketOf(signIn(user))
    await expect(world.visitor().call(lostFactor, { ticket, verifyCode: '000000' })).rejects.toMatchObject({
      reason: 'CODE_WRONG',
    })
    expect(await user.call(secondFactor, {})).toMatchObject({ lostUntil: null })
  })
})

test('only the owner sees the history, in pages', async () => {
  const user = await world.user()
  await turnOnFactor(world, user)
  expect(await kindsOf(user)).toEqual(expect.arrayContaining(['factor-on', 'registered']))
  const other = await world.user()
  expect(await kindsOf(other)).toEqual(['registered'])
  const page = await user.call(securityEventList, { page: 2, size: 1 })
  expect(page).toMatchObject({ total: 2, records: [expect.anything()] })
})
