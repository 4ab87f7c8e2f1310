import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { md5Digest } from '#lib/api/digest.ts'
import { emailVerifyCode, login, loginVerifyCode, register } from '#lib/contract/accounts.ts'
import { recharge, setBalanceThreshold } from '#lib/contract/balance.ts'
import { bindCheck, bindCode } from '#lib/contract/devices.ts'
import { passSecondFactor } from '#lib/contract/second-factor.ts'
import { requestWithdrawal } from '#lib/contract/withdrawal-request.ts'
import { inviteCodeIn } from '#lib/rules/invitations.ts'
import { bindRequest } from '#world/device.ts'
import { ticketOf, turnOnFactor } from '#world/factor.ts'
import { fundUser } from '#world/funds.ts'
import { createOperator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import { walletOf, withdrawalOf } from '#world/wallets.ts'
import { createWorld, type World } from '#world/world.ts'

/** Codes and amounts as people type and paste them; the raw calls, as other clients make them. */
let world: World
let user: User
beforeAll(async () => {
  world = await createWorld()
  user = await world.user()
})
afterAll(() => world.close())

const wide = (text: string): string => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))
const halves = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`
/** A call without the validation of our client. */
const raw = async (path: string, payload: object, token?: string) =>
  (await world.post(`/api${path}`, { q: await world.sealed(payload) }, token ? { token } : {})).body

describe('codes', () => {
  test('of the authenticator app are accepted in halves, in full width and with invisible characters', async () => {
    const owner = await world.user()
    const app = await turnOnFactor(world, owner)
    for (const typed of [halves, wide, (code: string) => `\u200e${code}\u00a0`, (code: string) => wide(halves(code))]) {
      const ticket = await ticketOf(
        world.visitor().call(login, { username: owner.email, password: owner.digest, plat: 'web' }),
      )
      expect((await raw('/user/second-factor/pass', { ticket, factorCode: typed(app.next()) })).code).toBe(0)
    }
    const recovery = app.recoveryCodes[0] ?? ''
    const misread = wide(recovery.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l').replace('-', ' – '))
    const ticket = await ticketOf(
      world.visitor().call(login, { username: owner.email, password: owner.digest, plat: 'web' }),
    )
    await world.visitor().call(passSecondFactor, { ticket, factorCode: misread })
  })

  test('from the mailbox are accepted in the same forms', async () => {
    await world.visitor().call(loginVerifyCode, { username: user.email })
    const { code } = await world.letter(user.email)
    const signedIn = { mode: 'code', username: user.email, verifyCode: wide(halves(code)), plat: 'web' }
    expect((await raw('/user/login', signedIn)).code).toBe(0)
  })

  test('that bind a device may have O, I and L in place of digits', async () => {
    const { code } = await user.call(bindCode, {})
    const misread = wide(halves(code).toLowerCase().replaceAll('0', 'O').replaceAll('1', 'I'))
    expect((await world.post('/agent/bind', { ...bindRequest(code), code: misread })).body.code).toBe(0)
    expect(await user.call(bindCheck, { code: code.replaceAll('0', 'o').replaceAll('1', 'L') })).toMatchObject({
      bound: true,
    })
  })

  test.each([
    ['the code', (code: string) => code],
    ['the code in halves', (code: string) => ` ${code.slice(0, 4)}-${code.slice(4).toLowerCase()} `],
    ['the code in full width', wide],
    ['a link', (code: string) => `https://idleforge.example/mobile-signup?inviteCode=${code}`],
    ['a link with more', (code: string) => `http://127.0.0.1:8080/register/?a=b&inviteCode=${code}&utm_source=x#top`],
    [
      'a message with a link',
      (code: string) => `Join me: https://idleforge.example/register?inviteCode=${code} See you`,
    ],
  ])('of an invitation are accepted as %s', async (_, typed) => {
    const username = `invited-${randomUUID()}@example.test`
    const visitor = world.visitor()
    await visitor.call(emailVerifyCode, { username, scene: 'register' })
    const { code } = await world.letter(username)
    const { inviteCode } = user.info
    expect(inviteCodeIn(typed(inviteCode))).toBe(inviteCode)
    const payload = {
      username,
      password: md5Digest('Quiet-Harbour-9'),
      verifyCode: code,
      plat: 'web',
      inviteCode: typed(inviteCode),
    }
    expect((await raw('/user/register', payload)).code).toBe(0)
    const [row] = await world.query('select inviter_id from users where username = $1', [username])
    expect(row).toEqual({ inviter_id: user.info.id })
  })
})

describe('pasted with invisible characters,', () => {
  const within = (text: string) => `\u202a${text.slice(0, 5)}\u200b${text.slice(5)}\u202c\ufeff`

  test('an e-mail address is the account', async () => {
    const request = { username: within(user.email), password: user.digest, plat: 'web' }
    expect((await raw('/user/login', request)).data).toMatchObject({ userInfo: { id: user.info.id } })
  })

  test('the address of a wallet and the image of a template are what they show', async () => {
    const owner = await world.user()
    const { walletAddress } = await walletOf(owner)
    const checked = { chainCode: 'ALEO', walletAddress: within(walletAddress) }
    expect((await raw('/user-wallet/check', checked, owner.token)).data).toMatchObject({ valid: true, walletAddress })
    const template = { name: 'Pasted', image: within('owner/trainer:2') }
    expect((await raw('/gpu/template-save', template, owner.token)).data).toMatchObject({
      image: 'docker.io/owner/trainer:2',
    })
  })
})

describe('e-mail addresses', () => {
  const idn = { readable: 'info@münchen.example', canonical: 'info@xn--mnchen-3ya.example' }

  test('with an internationalised domain are one account in either spelling', async () => {
    const owner = world.visitor()
    await owner.call(emailVerifyCode, { username: ' Info@MÜNCHEN.example ', scene: 'register' })
    const { code } = await world.letter(idn.canonical)
    const password = md5Digest('Quiet-Harbour-10')
    const request = { password, verifyCode: code, plat: 'web' } as const
    const { userInfo } = await owner.call(register, { ...request, username: idn.canonical })
    // Stored in one form, shown in the readable one.
    expect(userInfo).toMatchObject({ username: idn.readable, name: 'info' })
    expect(await world.query('select 1 from users where username = $1', [idn.canonical])).toHaveLength(1)
    for (const username of [idn.readable, idn.canonical, 'INFO＠münchen。example'])
      expect((await world.visitor().call(login, { username, password, plat: 'web' })).userInfo.id).toBe(userInfo.id)
    const operate = createOperator(world)
    for (const address of [idn.readable, idn.canonical, 'Info@MÜNCHEN.example'])
      expect((await operate(`devices --user ${address}`)).out).toContain('has no device')
    expect((await operate('users --search münchen.example')).out).toBeDefined()
    expect(JSON.parse((await operate(`users --search ${idn.readable} --json`)).out)).toMatchObject([
      { email: idn.readable },
    ])
  })

  test.each(["o'brien@example.test", 'r&d@example.test', 'dept/team@example.test', '用户@example.test'])(
    'may be %s',
    async (email) => {
      const owner = await world.user({ email })
      expect(owner.info.username).toBe(email)
      await owner.signIn()
      await world.visitor().call(emailVerifyCode, { username: email.toUpperCase(), scene: 'reset' })
      expect((await world.letter(email)).code).toMatch(/^\d{6}$/)
    },
  )

  test.each(['ada@a/b.test', 'ada@0x7f.1', 'ada@xn--a.test', `${'x'.repeat(65)}@example.test`])(
    'that the pages let through and nobody can have are refused: %s',
    async (username) => {
      const { code, data } = await raw('/user/emailVerifyCode', { username, scene: 'register' })
      expect({ code, data }).toEqual({ code: 4002, data: { field: 'username', reason: 'email' } })
    },
  )

  test('are read for the mail of a package too', async () => {
    const request = { platform: 'windows', email: 'Tell@MÜNCHEN.example', lang: 'en' }
    expect((await world.post('/downloads/tell', request)).body.code).toBe(0)
    expect(await world.query('select email from release_mails')).toEqual([{ email: 'tell@xn--mnchen-3ya.example' }])
  })
})

describe('names', () => {
  test.each([
    ['\u202eadA', 'adA'],
    ['Ada\u200b\u2066', 'Ada'],
    [' Ada 👨‍👩‍👧 ', 'Ada 👨‍👩‍👧'],
    [`A${'\u0301'.repeat(20)}da`, `A${'\u0301'.repeat(4)}da`],
  ])('are stored without invisible characters and towers of marks: %j', async (typed, stored) => {
    expect((await raw('/user/rename', { name: typed }, user.token)).data).toMatchObject({ name: stored })
    const { id } = await world.device(user)
    expect((await raw('/machine/rename', { id, name: typed }, user.token)).code).toBe(0)
    expect(await world.query('select name from devices where id = $1', [id])).toEqual([{ name: stored }])
  })

  test.each(['\u202e', '\u200b\u200b', '\u2800', '\u3164', ' '])(
    'in which nothing is to be seen are refused: %j',
    async (name) => {
      expect((await raw('/user/rename', { name }, user.token)).code).toBe(4002)
    },
  )
})

describe('amounts', () => {
  test.each(['4.5', '4,5', '４.５', ' 4,5 ', '4.50'])('of a withdrawal may be %j', async (amount) => {
    const owner = await world.user()
    const wallet = await walletOf(owner)
    await fundUser(world, owner, { ALEO: '1234.5' })
    const request = await withdrawalOf(owner, wallet, { amount: '4.5' })
    expect((await owner.call(requestWithdrawal, { ...request, amount })).amount).toBe('4.5')
  })

  test('that are ambiguous are refused with a sentence, never guessed', async () => {
    const request = { amount: '1,234', network: 'ETHEREUM', requestId: randomUUID() }
    const { code, msg, data } = await raw('/balance/recharge', request, user.token)
    expect({ code, data }).toEqual({ code: 4002, data: { field: 'amount', reason: 'ambiguous' } })
    expect(msg).toBe('Enter the amount without a comma, for example 1234 or 1.234 (amount).')
    // A client of ours does not even send it.
    await expect(user.call(recharge, { ...request, network: 'ETHEREUM' })).rejects.toThrow('ambiguous')
  })

  test('of a threshold may have groups of three and a decimal comma', async () => {
    expect(await user.call(setBalanceThreshold, { amount: '1.234,5' })).toMatchObject({ threshold: '1234.5' })
  })
})
