import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { captchaImage, emailVerifyCode, login, userInfo } from '#lib/contract/accounts.ts'
import { bindCheck, bindCode } from '#lib/contract/devices.ts'
import { requestWithdrawal } from '#lib/contract/withdrawal-request.ts'
import { formatCount } from '#lib/text/decimal.ts'
import { bindRequest } from '#world/device.ts'
import { fundUser } from '#world/funds.ts'
import type { User, Visitor } from '#world/visitor.ts'
import { walletOf, withdrawalOf } from '#world/wallets.ts'
import { captchaAnswer, createWorld, type World } from '#world/world.ts'

/** The real budgets. They count by the machine's clock; a window that has passed is a row less. */
let world: World
beforeAll(async () => {
  world = await createWorld({ settings: { LIMITS: 'default' } })
})
afterAll(() => world.close())
beforeEach(() => world.query('delete from rate_limits'))

const later = (prefix: string) => world.query('delete from rate_limits where key like $1', [`${prefix}:%`])
const wrong = 'f'.repeat(32)
let addresses = 0
const freshIp = () => `198.51.100.${++addresses % 250}`

const tryPassword = (visitor: Visitor, username: string, more: object = {}) =>
  visitor.call(login, { username, password: wrong, plat: 'web', ...more })

async function outcome(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'ok',
    (error: { reason?: string; code?: string }) => error.reason ?? error.code ?? String(error),
  )
}

describe('code mails', () => {
  const ask = (username: string, ip = freshIp()) =>
    world.visitor({ ip }).call(emailVerifyCode, { username, scene: 'register' })

  test('E6 T12 are sent to one address five times an hour and ten times a day, for any requester', async () => {
    const before = await world.queuedLetters()
    const outcomes: string[] = []
    for (let hour = 0; hour < 3; hour++) {
      await later('mailHour')
      for (let i = 0; i < 7; i++) {
        world.clock.advance(61)
        outcomes.push(await outcome(ask('flooded@example.test')))
      }
    }
    const five = Array.from({ length: 5 }, () => 'ok')
    const rest = (count: number) => Array.from({ length: count }, () => '4029')
    expect(outcomes).toEqual([...five, ...rest(2), ...five, ...rest(2), ...rest(7)])
    expect((await world.queuedLetters()) - before).toBe(10)
  })

  test('E6 T12 are sent for one visitor twenty times an hour', async () => {
    const ip = freshIp()
    const outcomes: string[] = []
    for (let i = 0; i < 22; i++) outcomes.push(await outcome(ask(`many${i}@example.test`, ip)))
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(20)
    expect(outcomes.slice(20)).toEqual(['4029', '4029'])
    expect(await outcome(ask('neighbour@example.test'))).toBe('ok')
  })

  test('tell how long to wait, in the body and in the header', async () => {
    const ip = freshIp()
    for (let i = 0; i < 20; i++) await ask(`wait${i}@example.test`, ip)
    const q = await world.sealed({ username: 'late@example.test', scene: 'register' })
    const answer = await world.post('/api/user/emailVerifyCode', { q }, { 'x-forwarded-for': ip })
    expect(answer.status).toBe(429)
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(3500)
    expect(answer.body).toMatchObject({ code: 4029, data: { retryAfter: seconds } })
    expect(answer.body.msg).toContain(formatCount(seconds))
  })
})

describe('more code mails to strangers than the total of an hour', () => {
  // A total of 1,000 is used up by one statement in place of 1,000 letters.
  const exceedTotal = () =>
    world.query(`insert into rate_limits values ('mailAll:all', 1000, ${Date.now() + 3_600_000})`)
  const ask = (username: string, { ip, ...answer }: { ip: string; uuid?: string; verifyCode?: string }) =>
    outcome(world.visitor({ ip }).call(emailVerifyCode, { username, scene: 'register', ...answer }))
  const askWithPicture = async (username: string, ip: string) => {
    const { uuid } = await world.visitor({ ip }).call(captchaImage, {})
    return ask(username, { ip, uuid, verifyCode: captchaAnswer })
  }

  test('E6 T12 need a captcha, and each source is sent three an hour: nobody is shut out', async () => {
    await exceedTotal()
    const ip = freshIp()
    expect(await ask('strained@example.test', { ip })).toBe('CAPTCHA_NEEDED')
    const outcomes: string[] = []
    for (let i = 0; i < 4; i++) outcomes.push(await askWithPicture(`strained${i}@example.test`, ip))
    expect(outcomes).toEqual(['ok', 'ok', 'ok', '4029'])
    expect(await askWithPicture('neighbour.of@example.test', freshIp())).toBe('ok')
  })
})

describe('the addresses of one IPv6 network', () => {
  const guess = (visitor: Visitor, i: number) =>
    outcome(visitor.call(login, { mode: 'code', username: `v6-${i}@example.test`, verifyCode: '123456', plat: 'web' }))
  const count = (outcomes: readonly string[]) => outcomes.filter((one) => one === 'CODE_WRONG').length

  test('T13 T14 are one source: 40 tries from 40 addresses of a /64 are those of one', async () => {
    const outcomes: string[] = []
    for (let i = 0; i < 40; i++)
      outcomes.push(await guess(world.visitor({ ip: `2001:db8:1:2:${i.toString(16)}::${i}` }), i))
    expect(count(outcomes)).toBe(30)
    expect(await guess(world.visitor({ ip: '2001:db8:7:2::1' }), 40)).toBe('CODE_WRONG')
  })

  test('T13 T14 have four times the budget as a /56, which one /64 cannot use up', async () => {
    const outcomes: string[] = []
    for (let i = 0; i < 60; i++) outcomes.push(await guess(world.visitor({ ip: '2001:db8:2:300::1' }), i))
    expect(count(outcomes)).toBe(30)
    for (let i = 0; i < 100; i++)
      outcomes.push(await guess(world.visitor({ ip: `2001:db8:2:3${(i + 1).toString(16).padStart(2, '0')}::1` }), i))
    expect(count(outcomes)).toBe(120)
    expect(await guess(world.visitor({ ip: '2001:db8:2:400::1' }), 0)).toBe('CODE_WRONG')
  })

  test('T14 require the captcha together, and a right password is no failure of either', async () => {
    const user = await world.user({ ip: freshIp() })
    for (let i = 0; i < 3; i++)
      await outcome(tryPassword(world.visitor({ ip: `2001:db8:3:4::${i + 1}` }), `nobody${i}@example.test`))
    expect(await outcome(tryPassword(world.visitor({ ip: '2001:db8:3:4::9' }), user.email))).toBe('CAPTCHA_NEEDED')
    const right = () =>
      outcome(
        world
          .visitor({ ip: '2001:db8:3:5::1' })
          .call(login, { username: user.email, password: user.digest, plat: 'web' }),
      )
    for (let i = 0; i < 14; i++) expect(await right()).toBe('ok')
  })
})

test('T14 an address that a visitor writes in front of the one that the proxy adds is not believed', async () => {
  const ask = (chosen: number) =>
    world.post('/api/user/info', { q: '04' }, { 'x-forwarded-for': `10.9.8.${chosen}, 198.51.100.251` })
  const answers = await Promise.all(Array.from({ length: 130 }, (_, chosen) => ask(chosen)))
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
})

describe('the picture', () => {
  let user: User
  beforeAll(async () => {
    user = await world.user({ ip: freshIp() })
  })
  const picture = (visitor: Visitor, username?: string) => visitor.call(captchaImage, username ? { username } : {})

  test('is not required at first', async () => {
    expect(await picture(world.visitor({ ip: freshIp() }), user.email)).toEqual({
      captchaEnabled: false,
      uuid: '',
      img: '',
    })
  })

  test('T14 is required after three failures for an account, from any address', async () => {
    for (let i = 0; i < 3; i++)
      expect(await outcome(tryPassword(world.visitor({ ip: freshIp() }), user.email))).toBe('CREDENTIALS_WRONG')
    const stranger = world.visitor({ ip: freshIp() })
    expect(await outcome(tryPassword(stranger, user.email))).toBe('CAPTCHA_NEEDED')
    expect((await picture(stranger, user.email)).captchaEnabled).toBe(true)
    expect((await picture(stranger)).captchaEnabled).toBe(false)
  })

  test('T14 is required after three failures from an address, for any account', async () => {
    const visitor = world.visitor({ ip: freshIp() })
    for (let i = 0; i < 3; i++) await outcome(tryPassword(visitor, `nobody${i}@example.test`))
    expect(await outcome(tryPassword(visitor, 'nobody9@example.test'))).toBe('CAPTCHA_NEEDED')
    const { captchaEnabled, img } = await picture(visitor)
    expect([captchaEnabled, img.slice(0, 26)]).toEqual([true, 'data:image/svg+xml;base64,'])
  })

  test('T10 E4 works once, right or wrong, for five minutes; the owner can still sign in', async () => {
    const visitor = world.visitor({ ip: freshIp() })
    for (let i = 0; i < 3; i++) await outcome(tryPassword(visitor, user.email))
    const right = { username: user.email, password: user.digest, plat: 'web' } as const
    const withPicture = async (uuid: string, verifyCode = captchaAnswer) =>
      outcome(visitor.call(login, { ...right, uuid, verifyCode }))
    const first = await picture(visitor)
    expect(await withPicture(first.uuid, 'wrong')).toBe('CAPTCHA_WRONG')
    expect(await withPicture(first.uuid)).toBe('CAPTCHA_WRONG')
    const second = await picture(visitor)
    world.clock.advance(300)
    expect(await withPicture(second.uuid)).toBe('CAPTCHA_WRONG')
    const third = await picture(visitor)
    world.clock.advance(299)
    // In any case and width, and with surrounding characters.
    const wide = [...captchaAnswer.toLowerCase()].map((one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))
    expect(await withPicture(third.uuid, ` ${wide.join('')} `)).toBe('ok')
    expect(await withPicture(third.uuid)).toBe('CAPTCHA_WRONG')
  })
})

describe('sign-ins', () => {
  async function withPicture(visitor: Visitor, username: string, password = wrong): Promise<string> {
    const { captchaEnabled, uuid } = await visitor.call(captchaImage, { username })
    const answer = captchaEnabled ? { uuid, verifyCode: captchaAnswer } : {}
    return outcome(visitor.call(login, { username, password, plat: 'web', ...answer }))
  }

  test('E2 T14 slow down to one a minute for an account after five failures, and never lock it', async () => {
    const user = await world.user({ ip: freshIp() })
    const outcomes: string[] = []
    for (let i = 0; i < 8; i++) outcomes.push(await withPicture(world.visitor({ ip: freshIp() }), user.email))
    expect(outcomes).toEqual([...Array.from({ length: 6 }, () => 'CREDENTIALS_WRONG'), '4029', '4029'])
    await later('loginAccountSlow')
    expect(await withPicture(world.visitor({ ip: freshIp() }), user.email, user.digest)).toBe('ok')
    expect(await withPicture(world.visitor({ ip: freshIp() }), user.email, user.digest)).toBe('ok')
  })

  test('E2 T14 reserve the slow try of an account for clients with the captcha', async () => {
    const user = await world.user({ ip: freshIp() })
    for (let i = 0; i < 6; i++) await withPicture(world.visitor({ ip: freshIp() }), user.email)
    await later('loginAccountSlow')
    const blind = await outcome(tryPassword(world.visitor({ ip: freshIp() }), user.email))
    expect([blind, await withPicture(world.visitor({ ip: freshIp() }), user.email, user.digest)]).toEqual([
      'CAPTCHA_NEEDED',
      'ok',
    ])
  })

  test('E2 T14 are tried from one address thirty times in a quarter of an hour', async () => {
    const visitor = world.visitor({ ip: freshIp() })
    const outcomes: string[] = []
    for (let i = 0; i < 32; i++) {
      outcomes.push(await withPicture(visitor, `victim${i}@example.test`))
      await later('captchaIp')
    }
    expect(outcomes.filter((one) => one === 'CREDENTIALS_WRONG')).toHaveLength(30)
    expect(outcomes.slice(30)).toEqual(['4029', '4029'])
  })

  test('T13 by code are tried from one address thirty times in a quarter of an hour', async () => {
    const visitor = world.visitor({ ip: freshIp() })
    const attempt = (i: number) =>
      visitor.call(login, { mode: 'code', username: `guess${i}@example.test`, verifyCode: '123456', plat: 'web' })
    const outcomes: string[] = []
    for (let i = 0; i < 31; i++) outcomes.push(await outcome(attempt(i)))
    expect(outcomes.slice(29)).toEqual(['CODE_WRONG', '4029'])
  })
})

test('one request fifty times at once spends the budget of money once', async () => {
  const user = await world.user({ ip: freshIp() })
  const wallet = await walletOf(user)
  await fundUser(world, user, { ALEO: '10' })
  const spent = async () => {
    const [row] = await world.query<{ points: number }>(`select points from rate_limits where key like 'moneyUser:%'`)
    return row?.points ?? 0
  }
  const before = await spent()
  await world.warmUp()
  const requestId = randomUUID()
  const withdrawal = await withdrawalOf(user, wallet, { amount: '4', requestId })
  const answers = Array.from({ length: 50 }, () => user.call(requestWithdrawal, withdrawal))
  expect(new Set((await Promise.all(answers)).map(({ _id }) => _id)).size).toBe(1)
  expect((await spent()) - before).toBe(1)
})

test('E12 T33 binding is tried five times a minute from one address', async () => {
  const user = await world.user({ ip: freshIp() })
  const ip = freshIp()
  const bind = async (code: string, from = ip) =>
    (await world.post('/agent/bind', bindRequest(code), { 'x-forwarded-for': from })).body.code
  const codes: number[] = []
  for (let i = 0; i < 5; i++) codes.push(await bind('00000000'))
  const { code } = await user.call(bindCode, {})
  expect([...codes, await bind(code)]).toEqual([4009, 4009, 4009, 4009, 4009, 4029])
  expect(await user.call(bindCheck, { code })).toEqual({ bound: false })
  expect(await bind(code, freshIp())).toBe(0)
})

test('T30 a visitor may request 100 decryptions in two seconds, and others are not affected', async () => {
  const ip = freshIp()
  const ask = (from: string) => world.post('/api/user/info', { q: '04' }, { 'x-forwarded-for': from })
  const answers = await Promise.all(Array.from({ length: 130 }, () => ask(ip)))
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  expect(count(400)).toBeGreaterThanOrEqual(100)
  expect(count(429)).toBe(130 - count(400))
  expect((await ask(freshIp())).status).toBe(400)
})

test('E2 budgets survive a restart', async () => {
  const user = await world.user({ ip: freshIp() })
  for (let i = 0; i < 3; i++) await outcome(tryPassword(world.visitor({ ip: freshIp() }), user.email))
  await world.restart()
  expect(await outcome(tryPassword(world.visitor({ ip: freshIp() }), user.email))).toBe('CAPTCHA_NEEDED')
  expect(await user.call(userInfo, {})).toEqual(user.info)
})
