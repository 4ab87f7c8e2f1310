import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { md5Digest } from '#lib/api/digest.ts'
import { emailVerifyCode, login, loginVerifyCode, register, resetPass, userInfo } from '#lib/contract/accounts.ts'
import { protocol } from '#lib/contract/sessions.ts'
import { versionInForce } from '#world/legal.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const digest = md5Digest('Quiet-Harbour-7')
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

/** Asks for a code and reads it from the letter. */
async function codeFor(email: string, scene: 'register' | 'reset' = 'register'): Promise<string> {
  await world.visitor().call(emailVerifyCode, { username: email, scene })
  return (await world.letter(email)).code
}

const registerWith = (username: string, verifyCode: string, more: object = {}) =>
  world.visitor().call(register, { username, password: digest, verifyCode, plat: 'web', ...more })

describe('registration', () => {
  test('signs in with the mailed code, in any spelling of the address', async () => {
    const code = await codeFor('new@example.test')
    const { token, userInfo: info } = await registerWith(' New@Example.TEST ', code, { name: ' Nora ' })
    expect(info).toMatchObject({ username: 'new@example.test', name: 'Nora', setPaymentPassword: 0 })
    expect(info.inviteCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(await world.visitor({ token }).call(userInfo, {})).toEqual(info)
  })

  test('keeps which versions of terms and privacy policy were accepted', async () => {
    const { userInfo: info } = await registerWith('kept@example.test', await codeFor('kept@example.test'))
    const [row] = await world.query('select terms_version, privacy_version from users where id = $1', [info.id])
    expect(row).toEqual({ terms_version: versionInForce('terms'), privacy_version: versionInForce('privacy') })
  })

  test('E3 T11 gives known and unknown addresses the same reply, and mails each its own letter', async () => {
    const { email } = await world.user({ email: 'known@example.test' })
    world.clock.advance(61)
    const ask = async (username: string) =>
      world.post('/api/user/emailVerifyCode', { q: await world.sealed({ username, scene: 'register' }) })
    const [known, unknown] = [await ask(email), await ask('unknown@example.test')]
    expect(known.status).toBe(200)
    expect(known.text).toBe(unknown.text)
    expect((await world.letter(email)).subject).toBe('You already have an Idleforge account')
    expect((await world.letter('unknown@example.test')).subject).toMatch(/^\d{6} is your Idleforge code$/)
  })

  test('E3 gives a registered address no second account, even by the letter of another scene', async () => {
    const { email } = await world.user()
    await expect(registerWith(email, '123456')).rejects.toMatchObject({ reason: 'CODE_WRONG' })
  })

  test('writes the letter in the language of the page', async () => {
    const visitor = world.visitor({ lang: 'zh' })
    await visitor.call(emailVerifyCode, { username: 'zh@example.test', scene: 'register' })
    expect((await world.letter('zh@example.test')).text).toMatch(/[\u4e00-\u9fff]/)
  })

  test('T13 voids a code after five wrong tries', async () => {
    const code = await codeFor('five@example.test')
    for (let tries = 0; tries < 5; tries++)
      await expect(registerWith('five@example.test', wrongOf(code))).rejects.toMatchObject({ reason: 'CODE_WRONG' })
    await expect(registerWith('five@example.test', code)).rejects.toMatchObject({ reason: 'CODE_WRONG' })
  })

  test('T13 takes the right code after four wrong tries, and only once', async () => {
    const code = await codeFor('four@example.test')
    for (let tries = 0; tries < 4; tries++)
      await expect(registerWith('four@example.test', wrongOf(code))).rejects.toMatchObject({ reason: 'CODE_WRONG' })
    await registerWith('four@example.test', code)
    await expect(registerWith('four@example.test', code)).rejects.toMatchObject({ reason: 'CODE_WRONG' })
  })

  test('E4 lets a code run out after ten minutes, to the second', async () => {
    const early = await codeFor('early@example.test')
    const late = await codeFor('late@example.test')
    world.clock.advance(599)
    await registerWith('early@example.test', early)
    world.clock.advance(1)
    await expect(registerWith('late@example.test', late)).rejects.toMatchObject({ reason: 'CODE_WRONG' })
  })

  test('T12 sends another code after 60 s and not before, and says how long to wait', async () => {
    const first = await codeFor('again@example.test')
    world.clock.advance(17.5)
    await expect(codeFor('again@example.test')).rejects.toMatchObject({
      reason: 'CODE_SENT_RECENTLY',
      data: { resendAfter: 43 },
      message: 'We just sent you a code. You can ask for another in 43 s.',
    })
    world.clock.advance(42.5)
    const second = await codeFor('again@example.test')
    if (first !== second)
      await expect(registerWith('again@example.test', first)).rejects.toMatchObject({ reason: 'CODE_WRONG' })
    await registerWith('again@example.test', second)
  })

  test('T13 binds a code to its purpose', async () => {
    const { email } = await world.user()
    world.clock.advance(61)
    const code = await codeFor(email, 'reset')
    await expect(
      world.visitor().call(login, { mode: 'code', username: email, verifyCode: code, plat: 'web' }),
    ).rejects.toMatchObject({ reason: 'CODE_WRONG' })
  })

  test('creates one account for one code that is sent four times at once', async () => {
    const code = await codeFor('parallel@example.test')
    await world.warmUp()
    const tries = Array.from({ length: 4 }, () => registerWith('parallel@example.test', code))
    const results = await Promise.allSettled(tries)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('saves the referrer, and refuses an unknown invite code without using up the mailed code', async () => {
    const host = await world.user()
    const code = await codeFor('guest@example.test')
    await expect(registerWith('guest@example.test', code, { inviteCode: 'ZZZZZZZZ' })).rejects.toMatchObject({
      reason: 'INVITE_CODE_UNKNOWN',
    })
    await registerWith('guest@example.test', code, { inviteCode: host.info.inviteCode.toLowerCase() })
    const [row] = await world.query(`select inviter_id from users where username = 'guest@example.test'`)
    expect(row).toEqual({ inviter_id: host.info.id })
  })

  test('T1 refuses the digest of a common password', async () => {
    const code = await codeFor('common@example.test')
    await expect(
      registerWith('common@example.test', code, { password: md5Digest('Password123!') }),
    ).rejects.toMatchObject({ reason: 'PASSWORD_COMMON' })
    await registerWith('common@example.test', code)
  })

  test.each(['a\u0000b', 'line\nbreak', '\ud800'])('D6 refuses the name %j and keeps the code usable', async (name) => {
    const email = `name${name.length}@example.test`
    const code = await codeFor(email)
    const sent = { username: email, password: digest, verifyCode: code, plat: 'web', name }
    const answer = await world.post('/api/user/register', { q: await world.sealed(sent) })
    expect(answer.body).toMatchObject({ code: 4002, data: { field: 'name' } })
    await registerWith(email, code)
  })

  test('mails 60 addresses that ask at once, more than there are connections to the database', async () => {
    const codes = Array.from({ length: 60 }, (_, i) => codeFor(`crowd${i}@example.test`))
    for (const code of await Promise.all(codes)) expect(code).toMatch(/^\d{6}$/)
  })
})

describe('signing in', () => {
  test('accepts the password, and refuses a wrong one and an unknown address with the same sentence', async () => {
    const user = await world.user()
    const { reply } = await user.signIn()
    expect(reply.userInfo).toEqual(user.info)
    const attempt = async (username: string) =>
      world.post('/api/user/login', { q: await world.sealed({ username, password: digest, plat: 'web' }) })
    const [known, unknown] = [await attempt(user.email), await attempt('nobody@example.test')]
    expect(known.body).toMatchObject({ code: 4009, data: { reason: 'CREDENTIALS_WRONG' } })
    expect(known.text).toBe(unknown.text)
  })

  test('accepts a digest in upper case', async () => {
    const user = await world.user()
    const upper = { username: user.email, password: user.digest.toUpperCase(), plat: 'web' } as const
    expect((await world.visitor().call(login, upper)).userInfo).toEqual(user.info)
  })

  test('accepts a mailed code in place of a password', async () => {
    const user = await world.user()
    await world.visitor().call(loginVerifyCode, { username: user.email })
    const { code } = await world.letter(user.email)
    const request = { mode: 'code', username: user.email, verifyCode: code, plat: 'web' } as const
    expect((await world.visitor().call(login, request)).userInfo).toEqual(user.info)
    await expect(world.visitor().call(login, request)).rejects.toMatchObject({ reason: 'CODE_WRONG' })
  })

  test('T13 opens one session for one code that is sent five times at once', async () => {
    const user = await world.user()
    for (let round = 0; round < 5; round++) {
      world.clock.advance(61)
      await world.visitor().call(loginVerifyCode, { username: user.email })
      const { code } = await world.letter(user.email)
      const request = { mode: 'code', username: user.email, verifyCode: code, plat: 'web' }
      // Sealed ahead, so that all are sent in the same moment.
      const sealed = await Promise.all(Array.from({ length: 5 }, () => world.sealed(request)))
      await world.warmUp()
      const answers = await Promise.all(sealed.map((q) => world.post('/api/user/login', { q })))
      expect(answers.map(({ body }) => body.code).sort()).toEqual([0, 4009, 4009, 4009, 4009])
    }
  })

  test('E3 T11 sends no letter to an address without an account, and replies as if it did', async () => {
    const { email } = await world.user()
    world.clock.advance(61)
    const before = await world.queuedLetters()
    for (const [path, more] of [
      ['/api/user/loginVerifyCode', {}],
      ['/api/user/emailVerifyCode', { scene: 'reset' }],
    ] as const) {
      const ask = async (username: string) => world.post(path, { q: await world.sealed({ username, ...more }) })
      expect((await ask(email)).text).toBe((await ask(`nobody-${path.length}@example.test`)).text)
    }
    expect(await world.queuedLetters()).toBe(before + 2)
  })

  test('mails about a browser that is new to the account, and about no other', async () => {
    const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const user = await world.user({ userAgent: chrome })
    const before = await world.queuedLetters()
    await user.signIn({ userAgent: chrome })
    expect(await world.queuedLetters()).toBe(before)
    await user.signIn({ userAgent: firefox })
    const letter = await world.letter(user.email)
    expect(letter.subject).toBe('New sign-in to your Idleforge account')
    expect(letter.text).toContain('Firefox')
    await user.signIn({ userAgent: firefox })
    expect(await world.queuedLetters()).toBe(before + 1)
  })
})

describe('a new password', () => {
  test('E8 ends every session, holds withdrawals for 24 h, and is reported by mail', async () => {
    const user = await world.user()
    const other = await user.signIn()
    world.clock.advance(61)
    const code = await codeFor(user.email, 'reset')
    const password = md5Digest('Other-Harbour-8')
    await world.visitor().call(resetPass, { username: user.email, verifyCode: code, password })
    for (const old of [user, other])
      await expect(old.call(userInfo, {})).rejects.toMatchObject({ name: 'LoginExpired' })
    const letter = await world.letter(user.email)
    expect(letter.subject).toBe('Your Idleforge password was changed')
    const [row] = await world.query<{ withdrawals_locked_until: Date }>(
      'select withdrawals_locked_until from users where id = $1',
      [user.info.id],
    )
    expect(row?.withdrawals_locked_until.getTime()).toBe(world.clock.now() + 86_400_000)
    await expect(user.signIn()).rejects.toMatchObject({ reason: 'CREDENTIALS_WRONG' })
    await world.visitor().call(login, { username: user.email, password, plat: 'web' })
  })

  test('needs a code of its own account, and no common password', async () => {
    const [user, stranger] = [await world.user(), await world.user()]
    world.clock.advance(61)
    const code = await codeFor(stranger.email, 'reset')
    const request = { username: user.email, verifyCode: code, password: digest }
    await expect(world.visitor().call(resetPass, request)).rejects.toMatchObject({ reason: 'CODE_WRONG' })
    const common = { username: stranger.email, verifyCode: code, password: md5Digest('Welcome2026!') }
    await expect(world.visitor().call(resetPass, common)).rejects.toMatchObject({ reason: 'PASSWORD_COMMON' })
    expect((await user.signIn()).reply.userInfo).toEqual(user.info)
  })
})

test.each(['terms', 'privacy'] as const)('shows the %s in both languages', async (type) => {
  const text = await world.visitor().call(protocol, { type })
  expect(text.content.length).toBeGreaterThan(500)
  expect(text.contentZh).toMatch(/[\u4e00-\u9fff]{4}/)
  expect([text.title, text.titleZh].every(Boolean)).toBe(true)
  expect(text.content + text.contentZh).not.toContain('{{')
})
