import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { md5Digest } from '#lib/api/digest.ts'
import { captchaImage, emailVerifyCode, login, loginVerifyCode } from '#lib/contract/accounts.ts'
import { setPaymentPassword } from '#lib/contract/payment-password.ts'
import { editWallet } from '#lib/contract/wallets.ts'
import { createVisitor, type User } from '#world/visitor.ts'
import { payment, walletOf, wrongPayment } from '#world/wallets.ts'
import { captchaAnswer, createWorld, type World } from '#world/world.ts'

/** Concurrent guesses: never more of them are evaluated than of sequential ones. With the real budgets. */
let world: World
let user: User
beforeAll(async () => {
  world = await createWorld({ settings: { LIMITS: 'default' } })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.query('delete from rate_limits')
  user = await world.user({ ip: addressOf(0) })
  await world.query('delete from rate_limits')
  await world.warmUp()
})

const MANY = 40
const wrong = 'f'.repeat(32)
const addressOf = (index: number) => `198.51.100.${index + 1}`

/** Results of concurrent calls: `ok`, or the reason or code of the refusal, with their counts. */
async function atOnce(one: (index: number) => Promise<unknown>): Promise<Record<string, number>> {
  const results = await Promise.allSettled(Array.from({ length: MANY }, (_, index) => one(index)))
  const counts: Record<string, number> = {}
  for (const result of results) {
    const { reason, code } = result.status === 'rejected' ? result.reason : { reason: 'ok', code: '' }
    counts[reason ?? code] = (counts[reason ?? code] ?? 0) + 1
  }
  return counts
}

describe('passwords of an account', () => {
  const guess = (ip: string, more: object = {}) =>
    world.visitor({ ip }).call(login, { username: user.email, password: wrong, plat: 'web', ...more })
  const picture = async (ip: string) => {
    const { uuid } = await world.visitor({ ip }).call(captchaImage, { username: user.email })
    return { uuid, verifyCode: captchaAnswer }
  }

  test('from forty addresses: three without the captcha, and never the right one after them', async () => {
    const counts = await atOnce((index) => guess(addressOf(index)))
    expect(counts).toEqual({ CREDENTIALS_WRONG: 3, CAPTCHA_NEEDED: MANY - 3 })
    const right = await atOnce((index) => guess(addressOf(index), { password: user.digest }))
    expect(right).toEqual({ CAPTCHA_NEEDED: MANY })
  })

  test('from one address: three without the captcha, thirty in all', async () => {
    const counts = await atOnce(() => guess(addressOf(7)))
    expect(counts).toEqual({ CREDENTIALS_WRONG: 3, CAPTCHA_NEEDED: 27, '4029': MANY - 30 })
  })

  test('from one address at forty accounts: three without the captcha', async () => {
    const counts = await atOnce((index) => guess(addressOf(7), { username: `victim${index}@example.test` }))
    expect(counts).toEqual({ CREDENTIALS_WRONG: 3, CAPTCHA_NEEDED: 27, '4029': MANY - 30 })
  })

  test('with a captcha each: five, and one more in the minute', async () => {
    for (let index = 0; index < 3; index += 1) await guess(addressOf(index)).catch(() => undefined)
    const pictures = await Promise.all(Array.from({ length: MANY }, (_, index) => picture(addressOf(index))))
    const counts = await atOnce((index) => guess(addressOf(index), pictures[index]))
    expect(counts).toEqual({ CREDENTIALS_WRONG: 3, '4029': MANY - 3 })
  })

  test('by two nodes at once: three', async () => {
    const node = await world.node()
    const nodes = [world, node]
    const counts = await atOnce((index) =>
      createVisitor(nodes[index % 2] ?? node, { ip: addressOf(index) }).call(login, {
        username: user.email,
        password: wrong,
        plat: 'web',
      }),
    )
    expect(counts).toEqual({ CREDENTIALS_WRONG: 3, CAPTCHA_NEEDED: MANY - 3 })
  })

  test('right ones do not count: more than three people of a household sign in one after the other', async () => {
    const right = { password: user.digest }
    for (let index = 0; index < 6; index += 1) await guess(addressOf(7), right)
    await expect(guess(addressOf(7))).rejects.toMatchObject({ reason: 'CREDENTIALS_WRONG' })
  })

  test('a captcha is checked once', async () => {
    for (let index = 0; index < 3; index += 1) await guess(addressOf(index)).catch(() => undefined)
    const answer = await picture(addressOf(3))
    const counts = await atOnce((index) => guess(addressOf(index), answer))
    expect(counts).toEqual({ CREDENTIALS_WRONG: 1, CAPTCHA_WRONG: MANY - 1 })
  })
})

describe('mailed codes', () => {
  test('forty requests at once send one mail, and cost the address one of its five an hour', async () => {
    const ask = (ip: string) =>
      world.visitor({ ip }).call(emailVerifyCode, { username: user.email, scene: 'reset' as const })
    expect(await atOnce((index) => ask(addressOf(index)))).toEqual({ ok: 1, CODE_SENT_RECENTLY: MANY - 1 })
    world.clock.advance(61)
    await ask(addressOf(1))
  })

  test('are guessed five times, from any addresses, and the right one is not evaluated after them', async () => {
    await world.visitor({ ip: addressOf(1) }).call(loginVerifyCode, { username: user.email })
    const { code } = await world.letter(user.email)
    const guess = (ip: string, verifyCode: string) =>
      world.visitor({ ip }).call(login, { mode: 'code', username: user.email, verifyCode, plat: 'web' })
    const other = code === '000000' ? '000001' : '000000'
    expect(await atOnce((index) => guess(addressOf(index), other))).toEqual({ CODE_WRONG: MANY })
    await expect(guess(addressOf(1), code)).rejects.toMatchObject({ reason: 'CODE_WRONG' })
  })
})

test('payment passwords from forty addresses: five', async () => {
  const wallet = await walletOf(user)
  await world.query('delete from rate_limits')
  const counts = await atOnce((index) =>
    createVisitor(world, { ...user.browser, ip: addressOf(index) }).call(editWallet, {
      _id: wallet._id,
      addressName: 'Guessed',
      paymentPassword: wrongPayment,
    }),
  )
  expect(counts).toEqual({ PAYMENT_PASSWORD_WRONG: 4, PAYMENT_PASSWORD_LOCKED: 26, '4029': MANY - 30 })
})

test('account passwords for a first payment password: five, and not the right one after them', async () => {
  const guess = (index: number, accountPassword: string) =>
    createVisitor(world, { ...user.browser, ip: addressOf(index) }).call(setPaymentPassword, {
      password: payment,
      accountPassword,
    })
  expect(await atOnce((index) => guess(index, md5Digest(`guess ${index}`)))).toEqual({
    ACCOUNT_PASSWORD_WRONG: 5,
    '4029': MANY - 5,
  })
  await expect(guess(1, user.digest)).rejects.toMatchObject({ code: '4029' })
})
